import { formatCount } from '../../lib/format.ts';

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

const medals: Record<number, string> = { 1: 'medal-gold', 2: 'medal-silver', 3: 'medal-bronze' };
const names: Record<number, string> = { 1: 'Gold', 2: 'Silver', 3: 'Bronze' };

/** A rank on the board, with medals for the first three. */
export function Rank({ rank }: { rank: number }) {
  const medal = medals[rank];
  return (
    <p
      data-medal={names[rank]?.toLowerCase()}
      className={`figures grid size-11 shrink-0 place-items-center rounded-full font-display text-lg font-bold md:size-13 md:text-xl ${medal ? `medal ${medal}` : 'text-faint'}`}
    >
      <span>
        {formatCount(rank)}
        <span className="text-[0.65em] font-semibold">{endings[ordinals.select(rank)]}</span>
        {medal && <span className="sr-only"> place, {names[rank]} medal</span>}
      </span>
    </p>
  );
}
