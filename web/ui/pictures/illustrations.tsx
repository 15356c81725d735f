import type { ReactNode } from 'react';
import { seats } from './Mark.tsx';

/** The amphitheatre of the mark as it stands in the three pictures. */
const STAGE = { x: 120, y: 112 };
const ROWS = [
  { radius: 38, count: 6 },
  { radius: 68, count: 10 },
  { radius: 98, count: 14 },
];

function house(taken: (row: number, seat: number) => boolean): string {
  return ROWS.map(({ radius, count }, row) =>
    seats(STAGE.x, STAGE.y, radius, count, (seat) => taken(row, seat)),
  ).join('');
}

function Picture({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <svg className={className} viewBox="0 0 240 140" fill="none" strokeLinecap="round" aria-hidden="true">
      {children}
    </svg>
  );
}

const ALL_BUT_ONE = house((row, seat) => !(row === 1 && seat === 6));
/** Position of the seat left out above. */
const [LIT_X, LIT_Y] = [154, 53.1];

/** Nothing has been played yet: a dark house, and one lamp already lit. */
export function EmptyStage({ className }: { className?: string }) {
  return (
    <Picture className={className}>
      <path d={ALL_BUT_ONE} stroke="var(--color-lamp)" strokeWidth="13" />
      <g fill="var(--color-ember)">
        <circle cx={LIT_X} cy={LIT_Y} r="24" opacity=".12" />
        <circle cx={LIT_X} cy={LIT_Y} r="15" opacity=".25" />
        <circle cx={LIT_X} cy={LIT_Y} r="7.5" />
      </g>
      <circle cx="120" cy="114" r="13" fill="currentColor" />
    </Picture>
  );
}

/** Seats the glass lies on are empty; the lit one is just beside it. */
const UNSEEN = house(
  (row, seat) =>
    !(row === 2 && seat > 8) && !(row === 1 && (seat > 5 || seat === 3)) && !(row === 0 && seat === 4),
);

/** A search that found nobody: the looking glass lies on empty seats. */
export function NothingFound({ className }: { className?: string }) {
  return (
    <Picture className={className}>
      <path d={UNSEEN} stroke="var(--color-lamp)" strokeWidth="13" />
      <path d="M86 53.1h0" stroke="var(--color-ember)" strokeWidth="15" />
      <circle cx="194" cy="66" r="35" fill="var(--color-ember)" opacity=".1" />
      <g stroke="currentColor" strokeWidth="7">
        <circle cx="194" cy="66" r="35" />
        <path d="M219 92l15 18" strokeWidth="11" />
      </g>
      <circle cx="120" cy="114" r="13" fill="currentColor" />
    </Picture>
  );
}

const FULL = house((row, seat) => !(row === 2 && seat === 13));

/** A page that is not there: the house is there, and the stage has rolled away. */
export function LostPage({ className }: { className?: string }) {
  return (
    <Picture className={className}>
      <path d={FULL} stroke="var(--color-lamp)" strokeWidth="13" />
      <circle cx="120" cy="114" r="12" stroke="var(--color-ember)" strokeWidth="3" strokeDasharray="1 7.4" />
      <path d="M138 127q34 6 62 0" stroke="var(--color-ember)" strokeWidth="3" strokeDasharray="1 8" />
      <circle cx="222" cy="123" r="13" fill="currentColor" />
    </Picture>
  );
}
