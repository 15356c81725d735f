import { t } from '@lingui/core/macro';
import type { Track } from 'contract/features/tracks.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { Flag, Heart, Info, ListEnd, ListPlus, ListStart, Share2 } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { type MouseEvent, type ReactElement, useMemo, useState } from 'react';
import { canDownload } from '../../lib/browser.ts';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { usePlayer } from '../../player/PlayerContext.tsx';
import type { Song } from '../../player/song.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { MENU, MenuItem, MenuRoot, useKeyboardOpening } from '../../ui/layers/menu.tsx';
import { shareLink } from '../../ui/layers/share.ts';
import { toast } from '../../ui/layers/toasts.ts';
import { Slot } from '../../ui/Slot.tsx';
import { useSavedIds, useToggleSaved } from '../library/hooks.ts';
import { openAddToPlaylist } from '../playlists/add-to-playlist.ts';

const ReportDialog = lazyLayer(() => import('../../ui/layers/ReportDialog.tsx'));
const TrackDetails = lazyLayer(() => import('../../player/now-playing/TrackDetails.tsx'));

export default function TrackMenuOpen({
  song,
  known,
  trigger,
  opened,
}: {
  song: Song;
  known?: Track | undefined;
  trigger: ReactElement;
  opened: MouseEvent;
}) {
  const player = usePlayer();
  const focusFirst = useKeyboardOpening(opened);
  const { viewer } = useSession();
  const ids = useMemo(() => [song.id], [song.id]);
  const saved = useSavedIds(ids)[song.id];
  const toggleSaved = useToggleSaved(song);
  const { title, artist } = song;
  const share = () => shareLink(t`${title} by ${artist}`, location.origin + trackPath(song));
  const [dialog, setDialog] = useState<'details' | 'report' | null>(null);
  const close = () => setDialog(null);
  const report = () =>
    viewer ? setDialog('report') : askToLogIn(t`Login required`, t`Please log in to report tracks`);
  return (
    <>
      <MenuRoot defaultOpen>
        <Menu.Trigger asChild>{trigger}</Menu.Trigger>
        <Menu.Portal>
          <Menu.Content ref={focusFirst} align="end" sideOffset={8} collisionPadding={12} className={MENU}>
            <MenuItem
              icon={ListStart}
              name={t`Play next`}
              onSelect={() => {
                player.playNext(song);
                toast(t`Plays next`, `“${title}”`);
              }}
            />
            <MenuItem
              icon={ListEnd}
              name={t`Add to queue`}
              onSelect={() => {
                player.addToQueue(song);
                toast(t`Added to the queue`, `“${title}”`);
              }}
            />
            {/* Keeps its room, so that nothing moves under the pointer. */}
            <Slot at="song-radio" seed={`track:${song.id}`} fallback={<div className="h-11 md:h-10" />} />
            <MenuItem icon={ListPlus} name={t`Add to playlist`} onSelect={() => openAddToPlaylist(song)} />
            <MenuItem
              icon={Heart}
              name={saved ? t`Remove from library` : t`Save to library`}
              onSelect={() => void toggleSaved(saved)}
            />
            {canDownload() && (
              <Slot at="song-menu" id={song.id} fallback={<div className="h-11 md:h-10" />} />
            )}
            <MenuItem icon={Share2} name={t`Share`} onSelect={() => void share()} />
            <Menu.Separator className="mx-2 my-1.5 h-px bg-line" />
            <MenuItem icon={Info} name={t`Details`} onSelect={() => setDialog('details')} />
            <MenuItem icon={Flag} name={t`Report`} onSelect={report} />
          </Menu.Content>
        </Menu.Portal>
      </MenuRoot>
      {dialog === 'details' && <TrackDetails id={song.id} {...(known && { known })} onClose={close} />}
      {dialog === 'report' && (
        <ReportDialog
          track={title}
          example={t`For example: it stops after a minute`}
          send={({ reason }) => call('POST /report', { body: { track_id: song.id, reason } })}
          onClose={close}
        />
      )}
    </>
  );
}
