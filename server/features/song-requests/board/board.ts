import type { Wish } from 'contract/features/song-requests.ts';
import { PAGE_SIZE } from 'contract/features/song-requests-constants.ts';
import { withSubs } from 'contract/genres.ts';
import { isVip } from 'contract/plans.ts';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import {
  type Order,
  type PageQuery,
  paginate,
  type TimeKeys,
  timeKeys,
} from '../../../platform/http/requests/paging.ts';
import type { TracksContext } from '../../tracks/tracks.ts';
import { assertVisible, type Reader, type RequestRow, selectOne, toResponse } from '../queries.ts';
import {
  type BoardKeys,
  countChoosers,
  countOwn,
  selectAfter,
  selectBackers,
  selectBoardPage,
  selectChosen,
  selectCounts,
  selectNearest,
  selectNewest,
  selectOfGenres,
  selectOnBoard,
  selectRequested,
  selectRequesterPlan,
  selectSeats,
  selectVoted,
} from './board-queries.ts';

/** The user whose own votes are shown; undefined for a visitor. */
export type Viewer = string | undefined;

/** Backers named on a request's page. */
const MAX_BACKERS = 60;

/** Most votes first, then the oldest. */
const boardOrder: Order<{ votes: number; created_at: number; id: string }, BoardKeys> = {
  keys: z.tuple([
    z
      .int()
      .nonnegative()
      .max(2 ** 31 - 1),
    z.int().nonnegative(),
    z.uuid(),
  ]),
  keysOf: ({ votes, created_at, id }) => [votes, created_at, id],
};

const ownOrder: Order<{ at: number; id: string }, TimeKeys> = {
  keys: timeKeys,
  keysOf: ({ at, id }) => [at, id],
};

/** The board's requests, in its order. */
export async function listRequests(c: Context, viewer: Viewer, query: PageQuery) {
  const page = await paginate(
    query,
    boardOrder,
    (part) => selectAfter(c.db, viewer, part),
    async () => (await selectCounts(c.db)).requests,
  );
  return { ...page, rows: page.rows.map(toResponse) };
}

/** The board's newest requests. */
export const listNewest = async (c: Context, limit: number) =>
  (await selectNewest(c.db, limit)).map(toResponse);

/** One request, whatever its status. @throws Problem `not_found`, also for one that the reader may not see. */
/** Those of these requests that are on the board, in the order of the ids. */
export async function listOnBoard({ db }: Pick<Context, 'db'>, ids: string[]) {
  const byId = new Map((await selectOnBoard(db, undefined, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(toResponse);
}

/** Genres whose requests are read at most. */
const MAX_GENRES = 40;

/** The board's first requests of these genres; a parent genre includes its sub-genres. */
export async function listOfGenres({ db }: Pick<Context, 'db'>, genres: string[], limit: number) {
  const all = [...new Set(genres.flatMap(withSubs))].slice(0, MAX_GENRES);
  return all.length === 0 ? [] : (await selectOfGenres(db, all, limit)).map(toResponse);
}

export const getRequest = async (db: Db | Tx, reader: Reader, id: string) =>
  toResponse(await getRow(db, reader, id));

/** As `getRequest`, with its lyrics. */
export async function getRequestWithLyrics(db: Db | Tx, reader: Reader, id: string) {
  const row = await getRow(db, reader, id);
  return { ...toResponse(row), lyrics: row.lyrics };
}

async function getRow(db: Db | Tx, reader: Reader, id: string) {
  const row = await selectOne(db, reader?.id, id);
  assertVisible(row, reader);
  return row;
}

/** Reads a request's words: what they ask for, and what cannot be done. */
export type Understand = (
  asked: Pick<RequestRow, 'description' | 'lyrics'> & { genre?: string | undefined },
) => Wish[];

export interface SongRequestsContext extends TracksContext {
  /** Finds no wishes unless an extension that makes songs replaces it. */
  understand: Understand;
}

/**
 * A request with its page's data.
 * @param understand reads its words; without it, no wishes come along.
 * @throws Problem `not_found`, also for one that the reader may not see.
 */
export async function getRequestPage(c: Context, user: Reader, id: string, understand?: Understand) {
  const row = await getRow(c.db, user, id);
  const request = toResponse(row);
  const may_choose = row.user_id === user?.id || request.own_votes > 0;
  const may_listen = may_choose || user?.plan_tier === 'admin' || user?.plan_tier === 'platinum';
  const [backed_by, seats] = await Promise.all([listBackers(c.db, id), listSeats(c.db, id)]);
  const choosers = request.status === 'choosing' ? await countChoosers(c.db, id) : null;
  const requester_vip = request.requested_by !== null && isVip(await selectRequesterPlan(c.db, row.user_id));
  return {
    ...request,
    lyrics: row.lyrics,
    wishes: understand?.(row) ?? [],
    requester_vip,
    backed_by,
    seats,
    may_listen,
    may_choose,
    choosers,
  };
}

/** Voters of a request's lamps, in order; none for an unknown one. */
export const listSeats = (db: Db, id: string) => selectSeats(db, id);

/** Some backers of a request, each with the number of their votes. */
export async function listBackers(db: Db, id: string) {
  const rows = await selectBackers(db, id, MAX_BACKERS);
  return rows.map(({ plan_tier, ...backer }) => ({ ...backer, vip: isVip(plan_tier) }));
}

/** One page of the leaderboard; the last one for a higher number. */
export async function getBoard(c: Context, viewer: Viewer, wanted: number) {
  const counts = await selectCounts(c.db);
  const pages = Math.max(1, Math.ceil(counts.requests / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const rows = await selectBoardPage(c.db, viewer, {
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    total: counts.requests,
  });
  return { requests: rows.map(toResponse), page, pages, counts };
}

/** The request nearest its goal. */
export async function getNearest(c: Context, viewer: Viewer) {
  const row = await selectNearest(c.db, viewer);
  return { request: row ? toResponse(row) : null };
}

/** The requests that the user submitted or voted for. */
export async function listOwn(
  c: Context,
  user_id: string,
  { as, ...query }: PageQuery & { as: 'requested' | 'voted' },
) {
  const select = as === 'requested' ? selectRequested : selectVoted;
  const page = await paginate(
    query,
    ownOrder,
    (part) => select(c.db, user_id, part),
    () => countOwn(c.db, user_id, as),
  );
  return { ...page, rows: page.rows.map(toResponse) };
}

/** Requests that `listOwnLatest` reads of each kind. */
const LATEST = 20;

/** The latest requests that the user submitted or voted for, by what they did last. */
export async function listOwnLatest(db: Db, user_id: string) {
  const part = { after: undefined, limit: LATEST };
  const lists = await Promise.all([selectRequested(db, user_id, part), selectVoted(db, user_id, part)]);
  const latest = lists.flat().toSorted((a, b) => b.at - a.at);
  return [...new Map(latest.map((row) => [row.id, row])).values()].map(toResponse);
}

/** Of requests whose choice is open, the one that closes next and in which the user has not chosen; null without one. */
export async function findUnchosen<Row extends Pick<RequestRow, 'id' | 'choosing_ends_at'>>(
  db: Db,
  user_id: string,
  requests: readonly Row[],
) {
  const chosen = await selectChosen(db, user_id);
  const [next] = requests
    .filter(({ id }) => !chosen.includes(id))
    .toSorted((a, b) => (a.choosing_ends_at ?? 0) - (b.choosing_ends_at ?? 0));
  return next ? { ...next, choosers: await countChoosers(db, next.id) } : null;
}

/** Requests that reached their goal, most votes first, then the oldest. */
export async function listQueued(db: Db, viewer: Viewer, limit = 200) {
  return (await selectAfter(db, viewer, { after: undefined, limit, queued: true })).map(toResponse);
}
