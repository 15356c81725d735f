import type { Moment } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import type { CSSProperties } from 'react';
import { formatDuration } from '../../../lib/format.ts';

/** Maximum number under a waveform on phones. */
const MOST = 3;

/** As many as have room, from the whole song. */
const chosen = (moments: readonly Moment[]) =>
  moments.length > MOST ? [moments[0]!, moments[moments.length >> 1]!, moments.at(-1)!] : moments;

/**
 * Wishes of a song where they are heard, each under its place in the waveform, or further right where it has no room.
 * @param second where the song is; undefined while it is not the one that plays.
 * @param playFrom absent until the waveform can be used.
 */
export function Moments({
  track: { duration_seconds },
  moments,
  second = -1,
  playFrom,
}: {
  track: Track;
  moments: readonly Moment[];
  second?: number | undefined;
  playFrom?: (second: number) => void;
}) {
  const shown = chosen(moments);
  const now = shown.findLast(({ at }) => at <= second);
  return (
    <ul
      className="featured-moments"
      hidden={shown.length === 0}
      style={{ '--lead': shown[0]?.at ?? 0 } as CSSProperties}
    >
      {shown.map((moment, index) => (
        <li
          key={`${moment.at} ${moment.label}`}
          style={{ '--share': (shown[index + 1]?.at ?? duration_seconds) - moment.at } as CSSProperties}
        >
          <button
            type="button"
            aria-current={moment === now || undefined}
            onClick={() => playFrom?.(moment.at)}
          >
            <span className="figures">{formatDuration(moment.at)}</span> {moment.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
