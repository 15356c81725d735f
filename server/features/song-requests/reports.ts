import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/caller.ts';
import { byCreation, type PageQuery, paginate, type TimeKeys } from '../../platform/http/paging.ts';
import { getRequestPage } from './board.ts';
import { selectRequests, toResponse } from './queries.ts';

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

interface ReportPage {
  state: 'open' | 'resolved';
  after: TimeKeys | undefined;
  limit: number;
}

function selectReports(db: Db, { state, after, limit }: ReportPage) {
  const values = { limit, created_at: after?.[0], id: after?.[1] };
  let query = db
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
    ])
    .orderBy('request_report.created_at', 'desc')
    .orderBy('request_report.id', 'desc');
  if (after)
    query = query.where(
      sql<boolean>`(request_report.created_at, request_report.id) < (${values.created_at}, ${values.id})`,
    );
  return query.limit(values.limit).execute();
}

async function countReports(db: Db, state: ReportPage['state']): Promise<number> {
  const row = await db
    .selectFrom('request_report')
    .where('resolved_at', state === 'open' ? 'is' : 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const isInReview = sql<boolean>`song_request.in_review = 1 and song_request.refunded_at is null`;

/** Requests in review, newest first. */
function selectInReview(
  db: Db,
  viewer: string,
  { after, limit }: { after: TimeKeys | undefined; limit: number },
) {
  const values = { viewer, limit, created_at: after?.[0], id: after?.[1] };
  let query = selectRequests(db, values.viewer).select('song_request.lyrics').where(isInReview);
  if (after)
    query = query.where(
      sql<boolean>`(song_request.created_at, song_request.id) < (${values.created_at}, ${values.id})`,
    );
  return query
    .orderBy('song_request.created_at', 'desc')
    .orderBy('song_request.id', 'desc')
    .limit(values.limit)
    .execute();
}

async function countInReview(db: Db): Promise<number> {
  const row = await db
    .selectFrom('song_request')
    .where(isInReview)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
