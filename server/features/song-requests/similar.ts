import { fold } from 'contract/fold.ts';
import { isOnBoard } from 'contract/song-requests-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { SongRequestTable } from '../../platform/db/tables/song-requests.ts';
import { halvesOf, similarityTo, wordsOf } from './name-similarity.ts';
import { nameKey, type SongName } from './names.ts';
import { selectByName, selectRequests, toResponse } from './queries.ts';
import { isPublic } from './visibility.ts';

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
  const db = c.engine.indexReads(c.db);
  if (words.length === 0) return sameName(c, viewer, { title: name.title, artist: name.artist ?? '' });
  const exact = words.map((word) => [word]);
  const tries = [
    ...(wanted.artist === '' ? [] : [[...exact, ...wordsOf(wanted.artist).map((word) => [word])]]),
    exact,
    words.map(halvesOf),
  ];
  const found = new Map<string, { row: Matching; score: number }>();
  for (const groups of tries) {
    for (const row of await selectMatching(db, c.engine.requestsContaining(groups), CANDIDATES)) {
      const score = likeness(row.search_text);
      if (score >= ALIKE) found.set(row.id, { row, score });
    }
    if (found.size >= MOST) break;
  }
  const best = [...found.values()]
    .sort((a, b) => b.score - a.score || b.row.votes - a.row.votes || a.row.created_at - b.row.created_at)
    .slice(0, MOST)
    .map(({ row }) => row.id);
  const byId = new Map((await selectOpen(c.db, viewer, best)).map((row) => [row.id, row]));
  return best.flatMap((id) => byId.get(id) ?? []).map(toResponse);
}

/** The plus keeps the planner off the board's index. */
const isOpen = sql<boolean>`+song_request.released = 0 and song_request.refunded_at is null and ${isPublic}`;

/** What is compared of a request. */
type Matching = Pick<SongRequestTable, 'id' | 'search_text' | 'votes' | 'created_at'>;

/** Open requests that the search index matches, unordered. */
async function selectMatching(db: Db, matches: RawBuilder<boolean>, limit: number): Promise<Matching[]> {
  const { rows } = await sql<Matching>`select id, search_text, votes, created_at from song_request
    where ${isOpen} and ${matches} limit ${limit}`.execute(db);
  return rows;
}

/** Those of these requests that are still open. */
async function selectOpen(db: Db, viewer: string | undefined, ids: string[]) {
  if (ids.length === 0) return [];
  return selectRequests(db, viewer).where('song_request.id', 'in', ids).where(isOpen).execute();
}

/** The index finds no very short words, so such a title must match exactly. */
async function sameName(c: Context, viewer: string | undefined, name: SongName) {
  const row = await selectByName(c.db, viewer, nameKey(name));
  return row && isOnBoard(row.status) ? [toResponse(row)] : [];
}
