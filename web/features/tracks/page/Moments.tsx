import { t } from '@lingui/core/macro';
import type { Moment, Wish } from 'contract/features/song-requests.ts';
import { Check } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { usePlayerState } from '../../../player/PlayerContext.tsx';

/** The most chips under a waveform; what else came true is told with how the song was made. */
const MOST = 4;

/** The moments of a song; where nobody knows a second, what came true of its wish. */
export function metWishes(
  moments: readonly Moment[],
  heard: readonly Wish[],
): { label: string; at: number | null }[] {
  const met = heard.filter(({ outcome }) => outcome === 'done');
  return (moments.length > 0 ? [...moments] : met.map(({ chip }) => ({ label: chip, at: null }))).slice(
    0,
    MOST,
  );
}

/**
 * Fulfilled wishes, under the waveform at the second where each is heard; pressed, it plays from there.
 * @param duration of the song, seconds.
 */
export function Moments({
  song_id,
  wishes,
  duration,
  onSeek,
}: {
  song_id: string;
  wishes: ReturnType<typeof metWishes>;
  duration: number;
  onSeek: (second: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const places = usePlaces(
    list,
    wishes.map(({ at }) => (at ?? 0) / duration),
  );
  const second = usePlayerState(({ song, second }) => (song?.id === song_id ? second : -1));
  const heard = wishes.findLast(({ at }) => at !== null && at <= second);
  const isTimed = wishes[0]!.at !== null;
  return (
    <div className="moments" data-timed={isTimed || undefined} data-placed={places !== null || undefined}>
      {isTimed && (
        <svg aria-hidden="true" className="moment-lines">
          {places?.map(({ line, x, width }, nth) => {
            const to = Math.max(x + 12, Math.min(line, x + width - 12));
            const from = Math.abs(to - line) < 12 ? to : line;
            return <path key={nth} d={`M${from} 0V4L${to} 12V16`} />;
          })}
        </svg>
      )}
      <ul ref={list} aria-label={t`What came true`}>
        {wishes.map((wish, nth) => (
          <li key={wish.label} style={{ left: places?.[nth]?.x ?? `${((wish.at ?? 0) / duration) * 100}%` }}>
            {wish.at === null ? (
              <span className="moment">
                <Check size={15} aria-hidden="true" /> <bdi>{wish.label}</bdi>
              </span>
            ) : (
              <button
                type="button"
                aria-current={wish === heard || undefined}
                onClick={() => onSeek(wish.at!)}
                className="moment"
              >
                <Check size={15} aria-hidden="true" /> <bdi>{wish.label}</bdi>{' '}
                <span className="figures">{formatDuration(wish.at)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Offset of a chip to the left of its second, and the minimum gap between two; px. */
const LEAD = 17;
const GAP = 8;

/** Positions of chips and the lines to their seconds, px, without overlap. Null while chips wrap or are unmeasured. */
function usePlaces(list: React.RefObject<HTMLUListElement | null>, shares: number[]) {
  const [places, setPlaces] = useState<{ line: number; x: number; width: number }[] | null>(null);
  const key = shares.join();
  useLayoutEffect(() => {
    const box = list.current!;
    const place = () => {
      const widths = [...box.children].map((chip) => (chip as HTMLElement).offsetWidth);
      const total = widths.reduce((sum, width) => sum + width + GAP, -GAP);
      if (total > box.clientWidth) return setPlaces(null);
      const lines = key.split(',').map((share) => Number(share) * box.clientWidth);
      const xs: number[] = [];
      for (const [nth, line] of lines.entries())
        xs.push(Math.max(0, line - LEAD, nth > 0 ? xs[nth - 1]! + widths[nth - 1]! + GAP : 0));
      let end = box.clientWidth;
      for (let nth = xs.length - 1; nth >= 0; nth--) {
        xs[nth] = Math.min(xs[nth]!, end - widths[nth]!);
        end = xs[nth]! - GAP;
      }
      setPlaces(xs.map((x, nth) => ({ x, line: lines[nth]!, width: widths[nth]! })));
    };
    const observer = new ResizeObserver(place);
    observer.observe(box);
    return () => observer.disconnect();
  }, [list, key]);
  return places;
}
