import { useQuery } from '@tanstack/react-query';
import { APPLAUSE_PARTS } from 'contract/applause.ts';
import type { Track } from 'contract/tracks.ts';
import type { CSSProperties } from 'react';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import { applauseQuery } from './queries.ts';

/** The most dots in a column. */
const TALLEST = 6;

/** A dot per clap under the waveform, where in the song it was given. Songs with much applause show its shape. */
export function Claps({ track, start }: { track: Track; start: number }) {
  const { data } = useQuery(applauseQuery(track.id));
  const second = usePlayerState((state) => (state.song?.id === track.id ? state.second : start));
  const heard = Math.floor((second / track.duration_seconds) * APPLAUSE_PARTS);
  const parts = data?.parts ?? [];
  const most = Math.max(TALLEST, ...parts);
  return (
    <div aria-hidden="true" className="claps">
      {parts.map((claps, part) => (
        <span
          key={part}
          data-heard={part < heard || undefined}
          style={{ '--claps': Math.ceil((claps / most) * TALLEST) } as CSSProperties}
        />
      ))}
    </div>
  );
}
