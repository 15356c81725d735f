import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { liveTracks, momentOf } from '../tracks/tracks.ts';
import type { Listens } from './ranking.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

/** Tracks that may be in a chart: the first by popularity, in which recent listens weigh most, and by all listens. */
export async function selectCandidates(db: Db, now: number, genre: string, limit: number) {
  const live = () => {
    const tracks = liveTracks(db, momentOf(now));
    return (genre === '' ? tracks : tracks.where('track.genre_parent', '=', genre)).select([
      'track.id',
      'track.genre_parent',
      'track.plays',
    ]);
  };
  const [popular, played] = await Promise.all([
    live()
      .orderBy('track.popularity', 'desc')
      .orderBy('track.created_at', 'desc')
      .orderBy('track.id', 'desc')
      .limit(limit)
      .execute(),
    live()
      .where('track.plays', '>', 0)
      .orderBy('track.plays', 'desc')
      .orderBy('track.id', 'desc')
      .limit(limit)
      .execute(),
  ]);
  return [...popular, ...played];
}

/** Counts the recent listens of these tracks, by an index that holds all that is counted. */
export async function countListens(
  db: Db,
  now: number,
  ids: string[],
): Promise<Map<string, Omit<Listens, 'id' | 'genre_parent' | 'all'>>> {
  const week = now - WEEK_MS;
  const inWeek = sql`created_at > ${week}`;
  const rows = await db
    .selectFrom('play_event')
    .where('track_id', 'in', ids)
    .where('created_at', '>', now - MONTH_MS)
    .where('created_at', '<=', now)
    .groupBy('track_id')
    .select([
      'track_id',
      sql<number>`sum(case when ${inWeek} then 1 else 0 end)`.as('week'),
      sql<number>`count(distinct case when ${inWeek} then listener end)`.as('week_listeners'),
      sql<number>`sum(case when created_at <= ${week} and created_at > ${week - WEEK_MS} then 1 else 0 end)`.as(
        'before',
      ),
      sql<number>`count(*)`.as('month'),
      sql<number>`count(distinct listener)`.as('month_listeners'),
    ])
    .execute();
  return new Map(
    rows.map(({ track_id, ...counts }) => [
      track_id,
      {
        week: Number(counts.week),
        week_listeners: Number(counts.week_listeners),
        before: Number(counts.before),
        month: Number(counts.month),
        month_listeners: Number(counts.month_listeners),
      },
    ]),
  );
}
