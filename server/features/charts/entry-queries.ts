import type { Insertable } from 'kysely';
import { cachedRows } from '../../platform/db/cached-query.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import { isLive, momentOf, trackColumns } from '../tracks/tracks.ts';

/** Which chart, of which genre. */
export interface ChartKey {
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
  const values = { ...key, sinceWeek, moment: momentOf(now) };
  return cachedRows(db, 'chart', values, (v) =>
    ofChart(db, v)
      .where(
        'week',
        '=',
        ofChart(db, v)
          .where('week', '>=', v.sinceWeek)
          .select(({ fn }) => fn.max('week').as('last')),
      )
      .crossJoin('track')
      .whereRef('track.id', '=', 'chart_entry.track_id')
      .where(isLive(v.moment))
      .select(trackColumns)
      .select([
        'chart_entry.position',
        'chart_entry.plays',
        'chart_entry.listeners',
        'chart_entry.before',
        'chart_entry.previous',
        'chart_entry.weeks',
        'chart_entry.updated_at as charted_at',
      ])
      .orderBy('chart_entry.position'),
  );
}
