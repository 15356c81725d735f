import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/format.ts';
import { VipBadge } from '../../ui/VipBadge.tsx';
import { useFirstListen } from './use-first-listen.ts';

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
