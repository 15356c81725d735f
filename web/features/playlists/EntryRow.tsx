import type { PlaylistEntry } from 'contract/playlist-tracks.ts';
import { trackPath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import { type ComponentType, memo } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/Cover.tsx';

/** Saves the track of a row; the playlists know no library. */
export type RowHeart = ComponentType<{ track: Track; ids: string[] }>;

/** An entry of a playlist; without a play button when its track is no longer available. */
export const EntryRow = memo(function EntryRow({
  entry,
  number,
  ids,
  heart: Heart,
}: {
  entry: PlaylistEntry;
  number: number;
  /** The tracks whose hearts are loaded together with this one. */
  ids: string[];
  heart: RowHeart;
}) {
  const { track } = entry;
  const isCurrent = usePlayerState((state) => state.song?.id === entry.track_id);
  return (
    <>
      <span className="figures hidden w-8 shrink-0 text-center text-faint sm:block">{number}</span>
      {track ? (
        <PlayCover track={track} />
      ) : (
        <Cover url={null} sizes="44px" className="w-11! shrink-0 rounded-sm opacity-40" />
      )}
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
      {track && <Heart track={track} ids={ids} />}
    </>
  );
});

/** The cover plays its track. */
function PlayCover({ track }: { track: Track }) {
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-current={isCurrent || undefined}
      onClick={toggle}
      onPointerEnter={preload}
      className="relative w-11 shrink-0 overflow-hidden rounded-sm text-on-scrim"
    >
      <Cover url={track.cover_image_url} sizes="44px" />
      <span className="entry-play">
        <PlayPauseIcon isPlaying={isPlaying} size={14} />
      </span>
    </button>
  );
}
