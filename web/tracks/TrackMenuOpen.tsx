import type { Track } from 'contract/tracks.ts';
import { ListEnd, ListPlus, ListStart, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import type { ReactElement } from 'react';
import { usePlayer } from '../player/PlayerContext.tsx';
import { songOf } from '../player/song.ts';
import { useAddToPlaylist } from '../playlists/use-add.ts';
import { toast } from '../ui/toasts.ts';

export default function TrackMenuOpen({ track, trigger }: { track: Track; trigger: ReactElement }) {
  const player = usePlayer();
  const add = useAddToPlaylist();
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="menu z-50 min-w-52 rounded-md border border-line bg-stage p-1.5 text-ink shadow-float"
        >
          <Item
            icon={ListStart}
            name="Play next"
            onSelect={() => {
              player.playNext(songOf(track));
              toast('Plays next', `"${track.title}"`);
            }}
          />
          <Item
            icon={ListEnd}
            name="Add to queue"
            onSelect={() => {
              player.addToQueue(songOf(track));
              toast('Added to the queue', `"${track.title}"`);
            }}
          />
          <Item icon={ListPlus} name="Add to playlist" onSelect={() => add(track)} />
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({ icon: Icon, name, onSelect }: { icon: LucideIcon; name: string; onSelect: () => void }) {
  return (
    <Menu.Item
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-[0.9375rem] outline-none select-none data-highlighted:bg-raised md:min-h-10"
    >
      <Icon size={17} aria-hidden="true" className="text-soft" />
      {name}
    </Menu.Item>
  );
}
