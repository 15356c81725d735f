import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { containsTerms, momentOf, termPatterns, trackColumns } from '../tracks/tracks.ts';

interface ManagedPage {
  terms: string[];
  state: 'all' | 'live' | 'scheduled' | 'deleted';
  after: TimeKeys | undefined;
  limit: number;
}

type Filter = Pick<ManagedPage, 'terms' | 'state'>;

const filterValues = (now: number, terms: string[]) => ({
  moment: momentOf(now),
  terms: termPatterns(terms),
});

function managed(db: Db, state: ManagedPage['state'], values: ReturnType<typeof filterValues>) {
  const { moment } = values;
  let query = db.selectFrom('track').where(containsTerms(values.terms));
  if (state === 'deleted') return query.where('track.is_deleted', '=', 1);
  if (state === 'all') return query;
  query = query.where('track.is_deleted', '=', 0);
  if (state === 'scheduled') return query.where('track.release_date', '>', moment);
  // `|| ''` keeps SQLite from sorting all live tracks, which it finds by release date, instead of reading them by age.
  return query.where(sql<boolean>`(track.release_date || '') <= ${moment}`);
}

/** Tracks in any state, newest first. */
export function selectManaged(db: Db, now: number, page: ManagedPage) {
  const { terms, state, after, limit } = page;
  const values = { ...filterValues(now, terms), limit, created_at: after?.[0], id: after?.[1] };
  let query = managed(db, state, values)
    .select(trackColumns)
    .select((eb) => [
      'track.is_deleted',
      sql<'live' | 'scheduled' | 'deleted'>`case when track.is_deleted = 1 then 'deleted'
        when track.release_date > ${values.moment} then 'scheduled' else 'live' end`.as('state'),
      eb
        .selectFrom('report')
        .whereRef('report.track_id', '=', 'track.id')
        .where('report.resolved_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('open_reports'),
    ])
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc');
  if (after)
    query = query.where(sql<boolean>`(track.created_at, track.id) < (${values.created_at}, ${values.id})`);
  return query.limit(values.limit).execute();
}

export async function countManaged(db: Db, now: number, { terms, state }: Filter): Promise<number> {
  const rows = await managed(db, state, filterValues(now, terms))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute();
  return Number(rows[0]!.count);
}

/** A user's open report of a track; a unique index allows one. */
export function selectOpenReport(tx: Tx, given: { track_id: string; user_id: string }) {
  return tx
    .selectFrom('report')
    .where('track_id', '=', given.track_id)
    .where('user_id', '=', given.user_id)
    .where('resolved_at', 'is', null)
    .select('id')
    .executeTakeFirst();
}

export function selectReports(
  db: Db,
  page: { state: 'open' | 'resolved'; after: TimeKeys | undefined; limit: number },
) {
  const { state, after, limit } = page;
  const values = { limit, created_at: after?.[0], id: after?.[1] };
  let query = db
    .selectFrom('report')
    .innerJoin('track', 'track.id', 'report.track_id')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'report.user_id').on('user.deleted_at', 'is', null),
    )
    .where('report.resolved_at', state === 'open' ? 'is' : 'is not', null)
    .select([
      'report.id',
      'report.track_id',
      'report.reason',
      'report.created_at',
      'report.resolved_at',
      'user.username as reported_by',
      'track.title',
      'track.display_artist',
      'track.is_deleted',
    ])
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id', 'desc');
  if (after)
    query = query.where(sql<boolean>`(report.created_at, report.id) < (${values.created_at}, ${values.id})`);
  return query.limit(values.limit).execute();
}

export async function countReports(db: Db, state: 'open' | 'resolved'): Promise<number> {
  const row = await db
    .selectFrom('report')
    .where('resolved_at', state === 'open' ? 'is' : 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
