import { type Insertable, sql } from 'kysely';
import { isLive, liveTracks, momentOf, trackColumns } from '../../features/tracks/tracks.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { Listens } from './ranking.ts';

/** Chart and its genre. */
interface ChartKey {
  chart: string;
  genre: string;
}

const ofChart = (db: Db | Tx, { chart, genre }: ChartKey) =>
  db.selectFrom('chart_entry').where('chart_entry.chart', '=', chart).where('chart_entry.genre', '=', genre);

/** The places in the chart of a week, by track. */
export async function selectPlaces(db: Db, key: ChartKey, week: string): Promise<Map<string, number>> {
  const rows = await ofChart(db, key).where('week', '=', week).select(['track_id', 'position']).execute();
  return new Map(rows.map(({ track_id, position }) => [track_id, position]));
}

/** In how many charts before a week each of these tracks was. */
export async function selectWeeksBefore(
  db: Db,
  key: ChartKey,
  week: string,
  ids: string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await ofChart(db, key)
    .where('track_id', 'in', ids)
    .where('week', '<', week)
    .groupBy('track_id')
    .select(({ fn }) => ['track_id', fn.max('weeks').as('weeks')])
    .execute();
  return new Map(rows.map(({ track_id, weeks }) => [track_id, Number(weeks)]));
}

/** Replaces the chart of a week. Several servers may do so at once: the last one's places stay. */
export async function replaceChart(
  tx: Tx,
  { chart, genre }: ChartKey,
  week: string,
  entries: Insertable<Schema['chart_entry']>[],
): Promise<void> {
  if (entries.length > 0)
    await tx
      .insertInto('chart_entry')
      .values(entries)
      .onConflict((conflict) =>
        conflict.columns(['chart', 'genre', 'week', 'position']).doUpdateSet((eb) => ({
          track_id: eb.ref('excluded.track_id'),
          plays: eb.ref('excluded.plays'),
          listeners: eb.ref('excluded.listeners'),
          before: eb.ref('excluded.before'),
          previous: eb.ref('excluded.previous'),
          weeks: eb.ref('excluded.weeks'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
  await tx
    .deleteFrom('chart_entry')
    .where('chart', '=', chart)
    .where('genre', '=', genre)
    .where('week', '=', week)
    .where('position', '>', entries.length)
    .execute();
}

/** The latest chart since a week, with the tracks that are live. */
export function selectChart(db: Db, now: number, key: ChartKey, sinceWeek: string) {
  return ofChart(db, key)
    .where(
      'week',
      '=',
      ofChart(db, key)
        .where('week', '>=', sinceWeek)
        .select(({ fn }) => fn.max('week').as('last')),
    )
    .crossJoin('track')
    .whereRef('track.id', '=', 'chart_entry.track_id')
    .where(isLive(momentOf(now)))
    .select(trackColumns)
    .select([
      'chart_entry.position',
      'chart_entry.plays',
      'chart_entry.previous',
      'chart_entry.weeks',
      'chart_entry.updated_at as charted_at',
    ])
    .orderBy('chart_entry.position')
    .execute();
}

/** The words that a track was asked for with; null if it was not, or without any. */
export async function selectWish(db: Db, track_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('song_request')
    .where('track_id', '=', track_id)
    .where('released', '=', 1)
    .select('description')
    .executeTakeFirst();
  return row?.description || null;
}

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
