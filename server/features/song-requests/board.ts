import { Problem } from 'contract/errors.ts';
import { PAGE_SIZE } from 'contract/song-requests-constants.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { readPosition, writePosition } from '../../platform/http/position.ts';
import { readBoardPosition, writeBoardPosition } from './cursor.ts';
import {
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

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** Everything on the board, in its order. */
export async function listRequests(c: Context, viewer: Viewer, { limit, cursor }: Page) {
  const after = readBoardPosition(cursor);
  const rows = await selectAfter(c.db, viewer, { after, limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const total = !cursor && !last ? rows.length : (await selectCounts(c.db)).requests;
  return { rows: rows.map(told), total, next: last && writeBoardPosition(last) };
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
  { as, limit, cursor }: Page & { as: 'requested' | 'voted' },
) {
  const after = readPosition(cursor);
  const select = as === 'requested' ? selectRequested : selectVoted;
  const rows = await select(c.db, user_id, { after, limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const total = !cursor && !last ? rows.length : await countOwn(c.db, user_id, as);
  return { rows: rows.map(told), total, next: last && writePosition({ at: last.at, id: last.id }) };
}

/** What waits to be made: most votes first, then the oldest. For the admin who publishes. */
export async function listQueued(db: Db, viewer: Viewer, limit = 200) {
  return (await selectAfter(db, viewer, { after: undefined, limit, queued: true })).map(told);
}
