const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

const medals: Record<number, string> = { 1: 'medal-gold', 2: 'medal-silver', 3: 'medal-bronze' };
const names: Record<number, string> = { 1: 'Gold', 2: 'Silver', 3: 'Bronze' };

/** The place on the board; the first three carry a medal. */
export function Rank({ place }: { place: number }) {
  const medal = medals[place];
  return (
    <p
      data-medal={names[place]?.toLowerCase()}
      className={`figures grid size-11 shrink-0 place-items-center rounded-full font-display text-lg font-bold md:size-13 md:text-xl ${medal ? `medal ${medal}` : 'text-faint'}`}
    >
      <span>
        {place.toLocaleString('en')}
        <span className="text-[0.65em] font-semibold">{endings[ordinals.select(place)]}</span>
        {medal && <span className="sr-only"> place, {names[place]} medal</span>}
      </span>
    </p>
  );
}
