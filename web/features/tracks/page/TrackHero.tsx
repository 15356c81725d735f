import { t } from '@lingui/core/macro';
import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import { HERO_COVER_SIZES } from 'contract/pictures/covers.ts';
import { artistPath, genrePath } from 'contract/text/slugs.ts';
import { ListPlus, SkipBack, SkipForward } from 'lucide-react';
import { useMemo } from 'react';
import { nextAt, previousAt, RESTART_AFTER } from '../../../player/engine/queue.ts';
import { usePlayer, usePlayerState } from '../../../player/PlayerContext.tsx';
import { PlayPauseIcon } from '../../../player/PlayToggle.tsx';
import { toSong } from '../../../player/song.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { HeartButton } from '../../library/HeartButton.tsx';
import { useSavedIds } from '../../library/hooks.ts';
import { openAddToPlaylist } from '../../playlists/add-to-playlist.ts';
import { ShareMenu } from '../ShareMenu.tsx';
import { TrackMenu } from '../TrackMenu.tsx';
import { usePlayFrom } from '../use-play-from.ts';

/** A track's cover, name and controls. @param start see `usePlayFrom`. */
export function TrackHero({ track, start }: { track: Track; start: number }) {
  return (
    <>
      <div className="song-cover">
        <Cover url={track.cover_image_url} sizes={HERO_COVER_SIZES} eager />
      </div>
      <header className="song-names">
        {track.genre && (
          <p className="song-genre text-soft">
            <AppLink href={genrePath(track.genre)} className="hover:underline">
              {genreLabel(track.genre)}
            </AppLink>
          </p>
        )}
        <h1 dir="auto" data-long={track.title.length > 30 || undefined} className="song-title wrap-anywhere">
          {track.title}
        </h1>
        <p dir="auto" className="song-artist text-soft wrap-anywhere">
          <AppLink href={artistPath(track.display_artist)} className="hover:underline">
            {track.display_artist}
          </AppLink>
        </p>
        <noscript>
          {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
          <audio controls preload="none" src={track.audio_url} className="w-full mt-5" />
        </noscript>
      </header>
      <Controls track={track} start={start} />
    </>
  );
}

/** Controls of this track; queue and volume are in the player's bar. Phones have some of them in the menu. */
function Controls({ track, start }: { track: Track; start: number }) {
  const player = usePlayer();
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayFrom(track, start);
  const ids = useMemo(() => [track.id], [track.id]);
  const saved = useSavedIds(ids)[track.id];
  const isUnderway = usePlayerState(({ second }) => isCurrent && second > RESTART_AFTER);
  const hasPrevious = usePlayerState((state) => isCurrent && previousAt(state.queue, state.repeat) !== null);
  const hasNext = usePlayerState((state) => isCurrent && nextAt(state.queue, state.repeat) !== null);
  const song = toSong(track);
  return (
    <div className="song-controls">
      <IconButton
        label={t`Previous`}
        disabled={!isUnderway && !hasPrevious}
        onClick={player.previous}
        className="text-ink!"
      >
        <SkipBack size={20} fill="currentColor" />
      </IconButton>
      <button
        type="button"
        aria-label={label}
        onClick={toggle}
        onPointerEnter={preload}
        onTouchStart={preload}
        className="ember song-play grid place-items-center rounded-full transition hover:brightness-108 active:scale-95"
      >
        <PlayPauseIcon isPlaying={isPlaying} size={26} />
      </button>
      <IconButton label={t`Next`} disabled={!hasNext} onClick={player.next} className="text-ink!">
        <SkipForward size={20} fill="currentColor" />
      </IconButton>
      <span aria-hidden="true" className="song-line" />
      <HeartButton track={track} saved={saved} className={`${ACTION} song-heart`} />
      <IconButton
        label={t`Add to playlist: ${{ title: track.title }}`}
        data-tooltip={t`Add to playlist`}
        onClick={() => openAddToPlaylist(track)}
        className="song-wide"
      >
        <ListPlus size={20} />
      </IconButton>
      <ShareMenu song={song} className={`${ACTION} song-wide`} />
      <TrackMenu song={song} known={track} className={ACTION} />
    </div>
  );
}

const ACTION =
  'inline-grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink';
