import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import { trackPath } from 'contract/text/slugs.ts';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { PlayPauseIcon, usePlayToggle } from '../../../player/PlayToggle.tsx';
import { toSong } from '../../../player/song.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';

/**
 * A song in a list of results, with its genre or the wish that has the words, which may be why it is there.
 * @param mark marks what matched in a name.
 */
export function SongRow({
  track,
  mark = (name) => name,
}: {
  track: Track & { wish?: string | null };
  mark?: (name: string) => ReactNode;
}) {
  const { isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <li className="search-row">
      <button
        type="button"
        aria-label={label}
        onClick={toggle}
        onPointerEnter={preload}
        data-on={isPlaying || undefined}
        className="search-picture search-play"
      >
        <Cover url={track.cover_image_url} sizes="48px" />
        <span className="search-sign">
          <PlayPauseIcon isPlaying={isPlaying} size={18} />
        </span>
      </button>
      <AppLink href={trackPath(track)} className="search-text">
        <span dir="auto" className="search-name">
          {mark(track.title)}
        </span>
        <span className="search-detail">
          <bdi>{mark(track.display_artist)}</bdi>
          {track.wish ? (
            <span className="search-why">
              {' '}
              · <q dir="auto">{mark(track.wish)}</q>
            </span>
          ) : (
            track.genre && <span className="search-why"> · {genreLabel(track.genre)}</span>
          )}
        </span>
      </AppLink>
      <span className="search-time figures">{formatDuration(track.duration_seconds)}</span>
    </li>
  );
}
