import { isOnBoard } from 'contract/features/song-requests-constants.ts';
import { fold, wordsOf } from 'contract/text/fold.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { find, indexedGroups, type Kind, type SearchContext } from '../../../platform/search/search.ts';
import { nameKey, type SongName } from '../moderation/names.ts';
import {
  isPublic,
  type RequestRow,
  selectByName,
  selectRequests,
  statusColumn,
  toResponse,
} from '../queries.ts';

/** Similar requests returned at most. */
const MOST = 3;
/** Rows compared per search. */
const CANDIDATES = 200;

type Candidate = Pick<RequestRow, 'id' | 'title' | 'artist' | 'votes' | 'status' | 'created_at'> & {
  search_text: string;
};

/** Song requests that everyone may see and that were not declined, as a search finds them. */
export const requestKind = (c: SearchContext): Kind<Candidate> => kindOf(c, sql<boolean>`true`);

/** @param isWanted a condition on \`song_request\`. */
const kindOf = (c: SearchContext, isWanted: RawBuilder<boolean>): Kind<Candidate> => ({
  candidates: ({ groups }) => selectMatching(c, groups, isWanted),
  idOf: ({ id }) => id,
  nameOf: ({ search_text }) => search_text,
  tieBreak: (a, b) => b.votes - a.votes || a.created_at - b.created_at,
});

/** Public requests that the index finds, unordered. The plus keeps the planner off the board's index. */
async function selectMatching(c: SearchContext, groups: string[][], isWanted: RawBuilder<boolean>) {
  const indexed = indexedGroups(groups);
  if (indexed.length === 0) return [];
  const { rows } = await sql<Candidate>`
    select id, title, artist, votes, created_at, ${statusColumn} as status, search_text from song_request
    where +refunded_at is null and ${isPublic} and ${isWanted} and ${c.engine.requestsContaining(indexed)}
    limit ${CANDIDATES}`.execute(c.engine.indexReads(c.db));
  return rows;
}

/** The plus keeps the planner off the board's index. */
const isOpen = sql<boolean>`+song_request.released = 0 and song_request.refunded_at is null and ${isPublic}`;

/** At most three open requests whose title has these words, also misspelled; those of the artist first. */
export async function findSimilar(
  c: Context,
  viewer: string | undefined,
  { title, artist = '' }: { title: string; artist?: string | undefined },
) {
  if (indexedGroups(wordsOf(fold(title)).map((word) => [word])).length === 0)
    return sameName(c, viewer, { title, artist });
  const best = (await findOpen(c, title, artist)).map(({ id }) => id);
  const byId = new Map((await selectOpen(c.db, viewer, best)).map((row) => [row.id, row]));
  return best.flatMap((id) => byId.get(id) ?? []).map(toResponse);
}

/** Of many requests with a title, an index shows only some: those of the artist are looked for by themselves. */
async function findOpen(c: Context, title: string, artist: string): Promise<Candidate[]> {
  const look = (text: string) =>
    find(c, { text, kinds: { requests: kindOf(c, sql<boolean>`+song_request.released = 0`) }, limit: MOST });
  const texts = wordsOf(fold(artist)).length === 0 ? [title] : [`${title} ${artist}`, title];
  const results = await Promise.all(texts.map(look));
  const rows = new Map(results.flatMap(({ found }) => found.requests.map(({ row }) => [row.id, row])));
  return [...rows.values()].slice(0, MOST);
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
