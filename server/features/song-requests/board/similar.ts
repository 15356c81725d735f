import { isOnBoard } from 'contract/features/song-requests-constants.ts';
import { fold, wordsOf } from 'contract/text/fold.ts';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { find, indexedGroups, type Kind, type SearchContext } from '../../../platform/search/search.ts';
import { nameKey, type SongName } from '../moderation/names.ts';
import { isPublic, type RequestRow, selectByName, statusColumn, toResponse } from '../queries.ts';
import { selectOnBoard } from './board-queries.ts';

/** Similar requests returned at most. */
const MOST = 3;
/** Rows compared per search. */
const CANDIDATES = 200;

type Candidate = Pick<RequestRow, 'id' | 'title' | 'artist' | 'votes' | 'status' | 'created_at'> & {
  search_text: string;
};

/** Song requests on the board, as a search finds them. */
export const boardKind = (c: SearchContext): Kind<Candidate> => ({
  candidates: ({ groups }) => selectMatching(c, groups),
  idOf: ({ id }) => id,
  nameOf: ({ search_text }) => search_text,
  tieBreak: (a, b) => b.votes - a.votes || a.created_at - b.created_at,
});

/** Requests on the board that the index finds, unordered. The plus keeps the planner off the board's index. */
async function selectMatching(c: SearchContext, groups: string[][]) {
  const indexed = indexedGroups(groups);
  if (indexed.length === 0) return [];
  const { rows } = await sql<Candidate>`
    select id, title, artist, votes, created_at, ${statusColumn} as status, search_text from song_request
    where +refunded_at is null and +released = 0 and ${isPublic} and ${c.engine.requestsContaining(indexed)}
    limit ${CANDIDATES}`.execute(c.engine.indexReads(c.db));
  return rows;
}

/** At most three open requests whose title has these words, also misspelled; those of the artist first. */
export async function findSimilar(
  c: Context,
  viewer: string | undefined,
  { title, artist = '' }: { title: string; artist?: string | undefined },
) {
  if (indexedGroups(wordsOf(fold(title)).map((word) => [word])).length === 0)
    return sameName(c, viewer, { title, artist });
  const best = (await findOpen(c, title, artist)).map(({ id }) => id);
  const byId = new Map((await selectOnBoard(c.db, viewer, best)).map((row) => [row.id, row]));
  return best.flatMap((id) => byId.get(id) ?? []).map(toResponse);
}

/** Of many requests with a title, an index shows only some: those of the artist are looked for by themselves. */
async function findOpen(c: Context, title: string, artist: string): Promise<Candidate[]> {
  const look = (text: string) => find(c, { text, kinds: { requests: boardKind(c) }, limit: MOST });
  const texts = wordsOf(fold(artist)).length === 0 ? [title] : [`${title} ${artist}`, title];
  const results = await Promise.all(texts.map(look));
  const rows = new Map(results.flatMap(({ found }) => found.requests.map(({ row }) => [row.id, row])));
  return [...rows.values()].slice(0, MOST);
}

/** The index finds no very short words, so such a title must match exactly. */
async function sameName(c: Context, viewer: string | undefined, name: SongName) {
  const row = await selectByName(c.db, viewer, nameKey(name));
  return row && isOnBoard(row.status) ? [toResponse(row)] : [];
}
