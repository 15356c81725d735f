import { formatCount } from '../../lib/format.ts';
import { VipBadge } from '../../ui/VipBadge.tsx';

/** Names that are written out; on phones they fill about five lines. */
const MOST_NAMES = 30;

/** Who called for a song. */
export function CalledFor({
  names,
  vips,
  backers,
}: {
  names: readonly string[];
  vips: readonly string[];
  backers: number;
}) {
  if (names.length === 0) return null;
  const shown = names.slice(0, MOST_NAMES);
  const more = Math.max(backers, names.length) - shown.length;
  const last = shown.length - 1;
  return (
    <p className="called-for">
      Called for by{' '}
      {shown.map((name, nth) => (
        <span key={name}>
          {nth > 0 && (nth === last && more === 0 ? ' and ' : ', ')}
          <bdi>{name}</bdi>
          {vips.includes(name) && <VipBadge />}
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </p>
  );
}
