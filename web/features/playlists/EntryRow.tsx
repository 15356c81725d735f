import type { PlaylistEntry } from 'contract/playlist-tracks.ts';
import { trackPath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import { memo } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Cover } from '../../ui/Cover.tsx';

/** An entry of a playlist; without a play button when its track is no longer available. */
export const EntryRow = memo(function EntryRow({ entry, number }: { entry: PlaylistEntry; number: number }) {
  const { track } = entry;
  const isCurrent = usePlayerState((state) => state.song?.id === entry.track_id);
  return (
    <>
      <span className="figures hidden w-8 shrink-0 text-center text-faint sm:block">{number}</span>
      {track ? <PlayButton track={track} /> : <span className="w-11 shrink-0" />}
      <Cover
        url={track?.cover_image_url ?? null}
        sizes="44px"
        className={`w-11! shrink-0 rounded-sm ${track ? '' : 'opacity-40'}`}
      />
      <span className={`min-w-0 flex-1 ${track ? '' : 'opacity-60'}`}>
        <span dir="auto" className={`block truncate font-medium ${isCurrent ? 'text-ember-ink' : ''}`}>
          {track ? (
            <AppLink href={trackPath(track)} dir="auto" className="hover:underline">
              {entry.title}
            </AppLink>
          ) : (
            entry.title
          )}
        </span>
        <span className="block truncate text-sm text-faint">
          <bdi>{entry.display_artist}</bdi>
          {!track && ' · no longer available'}
        </span>
      </span>
      {track && (
        <span className="figures hidden shrink-0 px-2 text-sm text-faint sm:block">
          {formatDuration(track.duration_seconds)}
        </span>
      )}
    </>
  );
});

function PlayButton({ track }: { track: Track }) {
  const { isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <IconButton label={label} onClick={toggle} onPointerEnter={preload}>
      <PlayPauseIcon isPlaying={isPlaying} />
    </IconButton>
  );
}
