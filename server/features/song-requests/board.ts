import { Problem } from 'contract/errors.ts';
import { PAGE_SIZE } from 'contract/song-requests-constants.ts';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { type Order, type PageQuery, paginate, type TimeKeys, timeKeys } from '../../platform/http/paging.ts';
import {
  type BoardKeys,
  countOwn,
  selectAfter,
  selectBoardPage,
  selectCounts,
  selectNearest,
  selectOne,
  selectRequested,
  selectVoted,
  told,
} from './queries.ts';

/** Whose own votes are told; undefined for a visitor. */
export type Viewer = string | undefined;

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

/** Everything on the board, in its order. */
export async function listRequests(c: Context, viewer: Viewer, query: PageQuery) {
  const page = await paginate(
    query,
    boardOrder,
    (part) => selectAfter(c.db, viewer, part),
    async () => (await selectCounts(c.db)).requests,
  );
  return { ...page, rows: page.rows.map(told) };
}

/** One request, whatever became of it. @throws Problem `not_found`. */
export async function getRequest(db: Db | Tx, viewer: Viewer, id: string) {
  const row = await selectOne(db, viewer, id);
  if (!row) throw new Problem('not_found');
  return told(row);
}

/** One page of the leaderboard; the last for a page past it. */
export async function getBoard(c: Context, viewer: Viewer, wanted: number) {
  const counts = await selectCounts(c.db);
  const pages = Math.max(1, Math.ceil(counts.requests / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const rows = await selectBoardPage(c.db, viewer, {
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    total: counts.requests,
  });
  return { requests: rows.map(told), page, pages, counts };
}

/** The request nearest its goal. */
export async function getNearest(c: Context, viewer: Viewer) {
  const row = await selectNearest(c.db, viewer);
  return { request: row ? told(row) : null };
}

/** What somebody asked for, or voted for, with where each stands. */
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
  return { ...page, rows: page.rows.map(told) };
}

/** What waits to be made: most votes first, then the oldest. For the admin who publishes. */
export async function listQueued(db: Db, viewer: Viewer, limit = 200) {
  return (await selectAfter(db, viewer, { after: undefined, limit, queued: true })).map(told);
}
