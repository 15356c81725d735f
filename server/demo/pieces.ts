import { createHash } from 'node:crypto';
import { popularityAfterPlay } from '../plays/popularity.ts';

/** One piece of the demo catalogue: what the house band is asked for. */
export interface Piece {
  id: string;
  description: string;
  seed: number;
}

const HOUR = 3_600_000;

/** Newest first; `plays` is how often the demo's audience has heard it, so that the charts are not flat. */
const asked: [description: string, seed: number, plays: number][] = [
  ['a synthwave night drive', 1, 21],
  ['a jazz trio with walking bass and ride', 2, 34],
  ['ambient with bells', 3, 13],
  ['a bossa nova', 4, 8],
];

export const pieces: Piece[] = asked.map(([description, seed]) => ({
  id: fixedId(`${description} #${seed}`),
  description,
  seed,
}));

/** Where a piece stands in the demo: how long ago it came out (ms) and its popularity after the demo's plays. */
export function standing(index: number, startedAt: number): { released: number; popularity: number } {
  const released = startedAt - index * 7 * HOUR;
  let popularity = 0;
  for (let play = 0; play < asked[index]![2]; play++)
    popularity = popularityAfterPlay(popularity, released + play * HOUR);
  return { released, popularity };
}

/** A UUID that follows from the text (RFC 9562, version 8), so that a piece is known again after a restart. */
function fixedId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
