import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import {
  byCreation,
  newestFirst,
  type PageQuery,
  paginate,
  type TimePage,
} from '../../../platform/http/requests/paging.ts';
import { getRequest } from '../board/board.ts';
import { selectRequests, toResponse } from '../queries.ts';

/**
 * Stores a member's report of a request, replacing their previous open one.
 * @throws Problem `not_found` for a request that they cannot see.
 */
export async function reportRequest(c: Context, user: CurrentUser, request_id: string, reason: string) {
  await getRequest(c.db, user, request_id);
  return c.db.transaction().execute(async (tx) => {
    await upsertReport(tx, {
      id: randomUUID(),
      request_id,
      user_id: user.id,
      reason,
      created_at: c.clock(),
    });
    return selectOpenReport(tx, request_id, user.id);
  });
}

/** A page of reports, the newest first. */
export function listReports(c: Context, { state, ...query }: PageQuery & { state: 'open' | 'resolved' }) {
  return paginate(
    query,
    byCreation,
    (page) => selectReports(c.db, { state, ...page }),
    () => countReports(c.db, state),
  );
}

/** Marks a report as resolved. Idempotent. @throws Problem `not_found`. */
export async function resolveReport(c: Context, id: string): Promise<void> {
  const { numUpdatedRows } = await c.db
    .updateTable('request_report')
    .set((eb) => ({ resolved_at: eb.fn.coalesce('resolved_at', eb.val(c.clock())) }))
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('not_found');
}

/** A page of requests in review, the newest first. */
export async function listInReview(c: Context, viewer: string, query: PageQuery) {
  const page = await paginate(
    query,
    byCreation,
    (part) => selectInReview(c.db, viewer, part),
    () => countRows(c.db.selectFrom('song_request').where(isInReview)),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...toResponse(row), lyrics: row.lyrics })) };
}

/** Stores a report; a user's open report of the same request is replaced. */
async function upsertReport(
  tx: Tx,
  row: { id: string; request_id: string; user_id: string; reason: string; created_at: number },
): Promise<void> {
  const { reason, created_at } = row;
  await tx
    .insertInto('request_report')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['request_id', 'user_id'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({ reason, created_at }),
    )
    .execute();
}

/** A user's open report of a request; a unique index allows one. */
function selectOpenReport(tx: Tx, request_id: string, user_id: string) {
  return tx
    .selectFrom('request_report')
    .where('request_id', '=', request_id)
    .where('user_id', '=', user_id)
    .where('resolved_at', 'is', null)
    .select(['id', 'request_id', 'reason', 'created_at'])
    .executeTakeFirstOrThrow();
}

function selectReports(db: Db, { state, ...page }: TimePage & { state: 'open' | 'resolved' }) {
  const query = db
    .selectFrom('request_report')
    .innerJoin('song_request', 'song_request.id', 'request_report.request_id')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'request_report.user_id').on('user.deleted_at', 'is', null),
    )
    .where('request_report.resolved_at', state === 'open' ? 'is' : 'is not', null)
    .select([
      'request_report.id',
      'request_report.request_id',
      'request_report.reason',
      'request_report.created_at',
      'request_report.resolved_at',
      'user.username as reported_by',
      'song_request.title',
      'song_request.artist',
      'song_request.description',
    ]);
  return newestFirst(query, 'request_report', page).execute();
}

const countReports = (db: Db, state: 'open' | 'resolved') =>
  countRows(db.selectFrom('request_report').where('resolved_at', state === 'open' ? 'is' : 'is not', null));

const isInReview = sql<boolean>`song_request.in_review = 1 and song_request.refunded_at is null`;

/** Requests in review, newest first. */
function selectInReview(db: Db, viewer: string, page: TimePage) {
  const query = selectRequests(db, viewer).select('song_request.lyrics').where(isInReview);
  return newestFirst(query, 'song_request', page).execute();
}
