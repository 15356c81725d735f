import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { selectRequests } from './queries.ts';

/** Stores a report; a user's open report of the same request is replaced. */
export async function upsertReport(
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
export function selectOpenReport(tx: Tx, request_id: string, user_id: string) {
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

export function selectReports(db: Db, { state, after, limit }: ReportPage) {
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

export async function countReports(db: Db, state: ReportPage['state']): Promise<number> {
  const row = await db
    .selectFrom('request_report')
    .where('resolved_at', state === 'open' ? 'is' : 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const isInReview = sql<boolean>`song_request.in_review = 1 and song_request.refunded_at is null`;

/** Requests in review, newest first. */
export function selectInReview(
  db: Db,
  viewer: string,
  { after, limit }: { after: TimeKeys | undefined; limit: number },
) {
  const values = { viewer, limit, created_at: after?.[0], id: after?.[1] };
  let query = selectRequests(db, values.viewer).where(isInReview);
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

export async function countInReview(db: Db): Promise<number> {
  const row = await db
    .selectFrom('song_request')
    .where(isInReview)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
