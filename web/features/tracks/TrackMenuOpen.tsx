import type { Track } from 'contract/tracks.ts';
import { Flag, Info, ListEnd, ListPlus, ListStart, Radio } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { toSong } from '../../player/song.ts';
import { useStartRadio } from '../../player/use-start-radio.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { useKeyboardOpening } from '../../ui/keyboard-opening.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { MENU, MenuItem } from '../../ui/MenuItem.tsx';
import { toast } from '../../ui/toasts.ts';
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
  const radio = useStartRadio(`track:${track.id}`);
  const focusFirst = useKeyboardOpening(opened);
  const { viewer } = useSession();
  const [dialog, setDialog] = useState<'details' | 'report' | null>(null);
  const close = () => setDialog(null);
  const report = () =>
    viewer ? setDialog('report') : askToLogIn('Login required', 'Please log in to report tracks');
  return (
    <>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger asChild>{trigger}</Menu.Trigger>
        <Menu.Portal>
          <Menu.Content ref={focusFirst} align="end" sideOffset={8} collisionPadding={12} className={MENU}>
            <MenuItem
              icon={ListStart}
              name="Play next"
              onSelect={() => {
                player.playNext(toSong(track));
                toast('Plays next', `"${track.title}"`);
              }}
            />
            <MenuItem
              icon={ListEnd}
              name="Add to queue"
              onSelect={() => {
                player.addToQueue(toSong(track));
                toast('Added to the queue', `"${track.title}"`);
              }}
            />
            <MenuItem icon={Radio} name="Start radio" onSelect={radio.start} />
            <MenuItem icon={ListPlus} name="Add to playlist" onSelect={() => openAddToPlaylist(track)} />
            <Menu.Separator className="mx-2 my-1.5 h-px bg-line" />
            <MenuItem icon={Info} name="Details" onSelect={() => setDialog('details')} />
            <MenuItem icon={Flag} name="Report" onSelect={report} />
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {dialog === 'details' && <TrackDetails id={track.id} known={track} onClose={close} />}
      {dialog === 'report' && <ReportDialog track={track} onClose={close} />}
    </>
  );
}
