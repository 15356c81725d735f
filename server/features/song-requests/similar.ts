import { isOnBoard } from 'contract/song-requests-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { fold } from '../../platform/text/fold.ts';
import { nameKey, type SongName } from './names.ts';
import { selectByName, selectRequests, toResponse } from './queries.ts';

/** Requests returned at most. */
const MOST = 3;
/** Rows compared per search. */
const CANDIDATES = 200;
/** Both search indexes find parts of this many characters or more. */
const PART = 3;
/** The lowest similarity that is shown, 0 to 1. */
const ALIKE = 0.45;

/**
 * At most three open requests with a similar title, the most similar first. Searches for every word first; if that
 * finds too few, for either half of every word: one wrong letter leaves the other half intact.
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
  const found = new Map<string, { row: Awaited<ReturnType<typeof selectMatching>>[number]; score: number }>();
  for (const groups of tries) {
    for (const row of await selectMatching(c.db, viewer, c.engine.requestsContaining(groups), CANDIDATES)) {
      const score = similarity(wanted, row.search_text);
      if (score >= ALIKE) found.set(row.id, { row, score });
    }
    if (found.size >= MOST) break;
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || b.row.votes - a.row.votes || a.row.created_at - b.row.created_at)
    .slice(0, MOST)
    .map(({ row }) => toResponse(row));
}

/** Open requests that the search index matches, unordered. The plus keeps the planner off the board's index. */
function selectMatching(db: Db, viewer: string | undefined, matches: RawBuilder<boolean>, limit: number) {
  return selectRequests(db, viewer)
    .select('song_request.search_text')
    .where(sql<boolean>`+song_request.released = 0 and song_request.refunded_at is null
      and song_request.in_review = 0`)
    .where(matches)
    .limit(limit)
    .execute();
}

/** The index finds no very short words, so such a title must match exactly. */
async function sameName(c: Context, viewer: string | undefined, name: SongName) {
  const row = await selectByName(c.db, viewer, nameKey(name));
  return row && isOnBoard(row.status) ? [toResponse(row)] : [];
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

/** Similarity of the titles, and with less weight of the artists, 0 to 1. A partly typed title counts as a prefix. */
function similarity(wanted: { title: string; artist: string }, search_text: string): number {
  const [title = '', artist = ''] = search_text.split('\n');
  const whole = dice(wanted.title, title);
  const part = title.startsWith(wanted.title) ? 0.8 : title.includes(wanted.title) ? 0.6 : 0;
  const sofar = Math.max(whole, part);
  return wanted.artist === '' ? sofar : 0.8 * sofar + 0.2 * dice(wanted.artist, artist);
}

/** The Sørensen–Dice coefficient of letter pairs. */
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
