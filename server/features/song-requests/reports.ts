import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/http/caller.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { getRequestPage } from './board.ts';
import { toResponse } from './queries.ts';
import {
  countInReview,
  countReports,
  selectInReview,
  selectOpenReport,
  selectReports,
  upsertReport,
} from './report-queries.ts';

/**
 * Stores a member's report of a request, replacing their previous open one.
 * @throws Problem `not_found` for a request that they cannot see.
 */
export async function reportRequest(c: Context, user: CurrentUser, request_id: string, reason: string) {
  await getRequestPage(c, user, request_id);
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
    () => countInReview(c.db),
  );
  return { ...page, rows: page.rows.map(toResponse) };
}
