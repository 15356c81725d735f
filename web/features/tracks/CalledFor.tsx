import { type CSSProperties, useEffect, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { permanent } from '../../lib/storage.ts';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import { VipBadge } from '../../ui/VipBadge.tsx';

/** Names that are written out; on phones they fill about five lines. */
const MOST_NAMES = 30;

/** Who called for a song. The first listen opens with their names: they light up one after the other. */
export function CalledFor({
  track_id,
  names,
  vips,
  backers,
}: {
  track_id: string;
  names: readonly string[];
  vips: readonly string[];
  backers: number;
}) {
  const isOpening = useFirstListen(track_id);
  if (names.length === 0) return null;
  const shown = names.slice(0, MOST_NAMES);
  const more = Math.max(backers, names.length) - shown.length;
  const last = shown.length - 1;
  return (
    <p className="called-for" data-opening={isOpening || undefined}>
      Called for by{' '}
      {shown.map((name, nth) => (
        <span key={name} style={{ '--nth': nth } as CSSProperties}>
          {nth > 0 && (nth === last && more === 0 ? ' and ' : ', ')}
          <bdi>{name}</bdi>
          {vips.includes(name) && <VipBadge />}
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </p>
  );
}

const KEY = 'ovation.premieres';
/** Songs that are remembered; after as many others, a song opens as if it were new. */
const REMEMBERED = 200;

/** Whether this is the first listen of a song on this device, from the moment when it plays. */
function useFirstListen(track_id: string): boolean {
  const isPlaying = usePlayerState((state) => state.song?.id === track_id && state.status === 'playing');
  const [first, setFirst] = useState<string | null>(null);
  useEffect(() => {
    if (!isPlaying) return;
    const heard = (permanent.get(KEY) ?? '').split(' ');
    if (heard.includes(track_id)) return;
    permanent.set(KEY, [track_id, ...heard].slice(0, REMEMBERED).join(' ').trim());
    setFirst(track_id);
  }, [isPlaying, track_id]);
  return first === track_id;
}
