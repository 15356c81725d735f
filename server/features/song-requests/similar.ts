import type { Context } from '../../context.ts';
import { fold } from '../../platform/text/fold.ts';
import { nameKey, type SongName } from './names.ts';
import { selectByName, selectHolding, told } from './queries.ts';

/** How many are told. */
const MOST = 3;
/** How many rows the index may hand over to be compared. */
const CANDIDATES = 200;
/** Both search indexes know parts of so many characters, and none shorter. */
const PART = 3;
/** How alike two titles must be, 0 to 1, to be shown. */
const ALIKE = 0.45;

/**
 * At most three open requests that may be meant, the closest first. The index finds whatever holds every word;
 * when that is too little, every word with at most one wrong letter: it leaves one of the word's halves whole.
 */
export async function findSimilar(
  c: Context,
  viewer: string | undefined,
  name: { title: string; artist?: string | undefined },
) {
  const wanted = { title: fold(name.title), artist: fold(name.artist ?? '') };
  const words = wordsOf(wanted.title);
  if (words.length === 0) return sameName(c, viewer, { title: name.title, artist: name.artist ?? '' });
  const exact = words.map((word) => [word]);
  const tries = [
    ...(wanted.artist === '' ? [] : [[...exact, ...wordsOf(wanted.artist).map((word) => [word])]]),
    exact,
    words.map(halvesOf),
  ];
  const found = new Map<string, { row: Awaited<ReturnType<typeof selectHolding>>[number]; score: number }>();
  for (const groups of tries) {
    for (const row of await selectHolding(c.db, viewer, c.engine.requestsHolding(groups), CANDIDATES)) {
      const score = likeness(wanted, row.search_text);
      if (score >= ALIKE) found.set(row.id, { row, score });
    }
    if (found.size >= MOST) break;
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || b.row.votes - a.row.votes || a.row.created_at - b.row.created_at)
    .slice(0, MOST)
    .map(({ row }) => told(row));
}

/** A title of very short words finds nothing in the index, but its very self does. */
async function sameName(c: Context, viewer: string | undefined, name: SongName) {
  const row = await selectByName(c.db, viewer, nameKey(name));
  return row && (row.status === 'open' || row.status === 'queued') ? [told(row)] : [];
}

function wordsOf(folded: string): string[] {
  return [...new Set(folded.split(' '))].filter((word) => [...word].length >= PART).slice(0, 8);
}

function halvesOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < 2 * PART) return [word];
  const middle = Math.floor(letters.length / 2);
  return [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

/** 0 to 1: how alike the titles are, and a little of the artists. A title that is still being typed counts as far as it goes. */
function likeness(wanted: { title: string; artist: string }, search_text: string): number {
  const [title = '', artist = ''] = search_text.split('\n');
  const whole = dice(wanted.title, title);
  const part = title.startsWith(wanted.title) ? 0.8 : title.includes(wanted.title) ? 0.6 : 0;
  const sofar = Math.max(whole, part);
  return wanted.artist === '' ? sofar : 0.8 * sofar + 0.2 * dice(wanted.artist, artist);
}

/** Sørensen and Dice: twice the pairs of neighbouring letters that both have, by the pairs of both. */
function dice(a: string, b: string): number {
  if (a === b) return 1;
  const [pairs, others] = [pairsOf(a), pairsOf(b)];
  let common = 0;
  for (const [pair, count] of pairs) common += Math.min(count, others.get(pair) ?? 0);
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, n) => total + n, 0);
  return (2 * common) / Math.max(1, sum(pairs) + sum(others));
}

function pairsOf(text: string): Map<string, number> {
  const letters = [...` ${text} `];
  const pairs = new Map<string, number>();
  for (let i = 1; i < letters.length; i++) {
    const pair = letters[i - 1]! + letters[i]!;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
