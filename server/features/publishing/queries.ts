import { sql } from 'kysely';
import { countRows } from '../../platform/db/lists.ts';
import type { Db } from '../../platform/db/schema.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';
import { containsTerms, momentOf, termPatterns, trackColumns } from '../tracks/tracks.ts';

interface Filter {
  terms: string[];
  state: 'all' | 'live' | 'scheduled' | 'deleted';
}

function managed(db: Db, moment: string, { terms, state }: Filter) {
  let query = db.selectFrom('track').where(containsTerms(termPatterns(terms)));
  if (state === 'deleted') return query.where('track.is_deleted', '=', 1);
  if (state === 'all') return query;
  query = query.where('track.is_deleted', '=', 0);
  if (state === 'scheduled') return query.where('track.release_date', '>', moment);
  // `|| ''` keeps SQLite from sorting all live tracks, which it finds by release date, instead of reading them by age.
  return query.where(sql<boolean>`(track.release_date || '') <= ${moment}`);
}

/** Tracks in any state, newest first. */
export function selectManaged(db: Db, now: number, page: Filter & TimePage) {
  const moment = momentOf(now);
  const query = managed(db, moment, page)
    .select(trackColumns)
    .select((eb) => [
      'track.is_deleted',
      sql<'live' | 'scheduled' | 'deleted'>`case when track.is_deleted = 1 then 'deleted'
        when track.release_date > ${moment} then 'scheduled' else 'live' end`.as('state'),
      eb
        .selectFrom('report')
        .whereRef('report.track_id', '=', 'track.id')
        .where('report.resolved_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('open_reports'),
    ]);
  return newestFirst(query, 'track', page).execute();
}

export const countManaged = (db: Db, now: number, filter: Filter) =>
  countRows(managed(db, momentOf(now), filter));
