import { t } from '@lingui/core/macro';
import { ListPlus } from 'lucide-react';
import { useMemo } from 'react';
import { HeartButton } from '../features/library/HeartButton.tsx';
import { useSavedIds } from '../features/library/hooks.ts';
import { openAddToPlaylist } from '../features/playlists/add-to-playlist.ts';
import { ShareMenu } from '../features/tracks/ShareMenu.tsx';
import { TrackMenu } from '../features/tracks/TrackMenu.tsx';
import { canDownload } from '../lib/browser.ts';
import PlayerBar from '../player/bar/PlayerBar.tsx';
import type { Song } from '../player/song.ts';
import { IconButton } from '../ui/Button.tsx';
import { Slot } from '../ui/Slot.tsx';

/** The player's bar with what members do with a song. */
export default function PlayerArea() {
  return <PlayerBar actions={SongActions} />;
}

const LOOK =
  'inline-grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink';

/** Heart and menu of the song that plays; in the now-playing view also 'Add to playlist' and 'Share'. */
function SongActions({ song, look }: { song: Song; look: 'bar' | 'view' }) {
  const { title } = song;
  const ids = useMemo(() => [song.id], [song.id]);
  const saved = useSavedIds(ids)[song.id];
  return (
    <>
      {canDownload() && <Slot at="song-mark" id={song.id} />}
      <HeartButton track={song} saved={saved} className={LOOK} />
      {look === 'view' && (
        <>
          <IconButton
            label={t`Add to playlist: ${title}`}
            data-tooltip={t`Add to playlist`}
            onClick={() => openAddToPlaylist(song)}
          >
            <ListPlus size={20} />
          </IconButton>
          <ShareMenu song={song} className={LOOK} />
        </>
      )}
      <TrackMenu song={song} className={LOOK} />
    </>
  );
}
