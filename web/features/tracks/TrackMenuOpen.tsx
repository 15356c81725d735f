import type { Track } from 'contract/tracks.ts';
import { Flag, Info, ListEnd, ListPlus, ListStart, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { toSong } from '../../player/song.ts';
import { useKeyboardOpening } from '../../ui/keyboard-opening.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { openAddToPlaylist } from '../playlists/add-to-playlist.ts';

const ReportDialog = lazyLayer(() => import('./ReportDialog.tsx'));
const TrackDetails = lazyLayer(() => import('../../player/TrackDetails.tsx'));

export default function TrackMenuOpen({
  track,
  trigger,
  opened,
}: {
  track: Track;
  trigger: ReactElement;
  opened: MouseEvent;
}) {
  const player = usePlayer();
  const focusFirst = useKeyboardOpening(opened);
  const { viewer } = useSession();
  const [dialog, setDialog] = useState<'details' | 'report' | null>(null);
  const close = () => setDialog(null);
  const report = () =>
    viewer ? setDialog('report') : toastProblem('Login required', 'Please log in to report tracks');
  return (
    <>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger asChild>{trigger}</Menu.Trigger>
        <Menu.Portal>
          <Menu.Content
            ref={focusFirst}
            align="end"
            sideOffset={8}
            collisionPadding={12}
            className="menu z-50 min-w-52 rounded-md border border-line bg-stage p-1.5 text-ink shadow-float"
          >
            <Item
              icon={ListStart}
              name="Play next"
              onSelect={() => {
                player.playNext(toSong(track));
                toast('Plays next', `"${track.title}"`);
              }}
            />
            <Item
              icon={ListEnd}
              name="Add to queue"
              onSelect={() => {
                player.addToQueue(toSong(track));
                toast('Added to the queue', `"${track.title}"`);
              }}
            />
            <Item icon={ListPlus} name="Add to playlist" onSelect={() => openAddToPlaylist(track)} />
            <Menu.Separator className="mx-2 my-1.5 h-px bg-line" />
            <Item icon={Info} name="Details" onSelect={() => setDialog('details')} />
            <Item icon={Flag} name="Report" onSelect={report} />
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {dialog === 'details' && <TrackDetails id={track.id} known={track} onClose={close} />}
      {dialog === 'report' && <ReportDialog track={track} onClose={close} />}
    </>
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
