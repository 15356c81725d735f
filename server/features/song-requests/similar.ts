import { fold } from 'contract/fold.ts';
import { isOnBoard } from 'contract/song-requests-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { halvesOf, similarityTo, wordsOf } from './name-similarity.ts';
import { nameKey, type SongName } from './names.ts';
import { selectByName, selectRequests, toResponse } from './queries.ts';

/** Requests returned at most. */
const MOST = 3;
/** Rows compared per search. */
const CANDIDATES = 200;
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
  const likeness = similarityTo(wanted);
  const db = c.engine.longReads(c.db);
  if (words.length === 0) return sameName(c, viewer, { title: name.title, artist: name.artist ?? '' });
  const exact = words.map((word) => [word]);
  const tries = [
    ...(wanted.artist === '' ? [] : [[...exact, ...wordsOf(wanted.artist).map((word) => [word])]]),
    exact,
    words.map(halvesOf),
  ];
  const found = new Map<string, { row: Awaited<ReturnType<typeof selectMatching>>[number]; score: number }>();
  for (const groups of tries) {
    for (const row of await selectMatching(db, viewer, c.engine.requestsContaining(groups), CANDIDATES)) {
      const score = likeness(row.search_text);
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
