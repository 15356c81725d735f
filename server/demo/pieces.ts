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
  ['a jazz trio with walking bass and ride', 2, 21],
  ['liquid drum and bass', 1, 29],
  ['a soul ballad with organ', 1, 18],
  ['a bossa nova', 4, 13],
  ['a synthwave night drive', 1, 34],
  ['an afrobeat groove', 1, 25],
  ['ambient with bells', 3, 9],
  ['indie rock with plucked guitars', 1, 16],
  ['lo-fi hip-hop with brushed drums', 1, 31],
  ['a chamber strings waltz', 1, 7],
  ['deep house', 1, 23],
  ['roots reggae', 1, 15],
  ['funk with clavinet', 1, 27],
  ['a country two-step', 1, 6],
  ['vaporwave', 1, 11],
  ['new age piano', 1, 8],
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
