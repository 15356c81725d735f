import { CHARTS, type Chart, type ChartName } from 'contract/extensions/charts.ts';
import { genres } from 'contract/genres.ts';
import type { Context } from '../../platform/context.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import {
  countListens,
  replaceChart,
  selectCandidates,
  selectChart,
  selectPlaces,
  selectWeeksBefore,
  selectWish,
} from './queries.ts';
import { type Listens, type Ranked, rank, weekOf } from './ranking.ts';

/** Time for which a week's charts stay after it, while the next ones are not computed yet; ms. */
const OVERLAP_MS = 86_400_000;

/**
 * A chart as the job last stored it.
 * @param genre a parent genre; empty for all genres.
 * @param origin of the media URLs.
 */
export async function getChart(c: Context, chart: ChartName, genre: string, origin: string): Promise<Chart> {
  const now = c.clock();
  const rows = await selectChart(c.db, now, { chart, genre }, weekOf(now - OVERLAP_MS));
  const entries = withAbsoluteUrls(rows, origin).map(
    ({ position, plays, previous, weeks, charted_at: _, ...track }) => ({
      position,
      previous,
      weeks,
      plays,
      track,
    }),
  );
  return {
    chart,
    genre: genre || null,
    updated_at: rows[0]?.charted_at ?? null,
    wish: rows[0] ? await selectWish(c.db, rows[0].id) : null,
    entries,
  };
}

/** Candidates for the charts of all genres, and for those of each genre: many times their size. */
const CONSIDERED = 1000;
const CONSIDERED_OF_GENRE = 200;
/** Tracks whose listens one statement counts. */
const COUNTED_AT_ONCE = 50;

type ChartsContext = Pick<Context, 'db' | 'engine' | 'clock'>;

/** Computes all charts of this week from counted listens. Runs as a job: calls only read what it stored. */
export async function updateCharts(c: ChartsContext): Promise<void> {
  const now = c.clock();
  const listens = await collectListens(c, now);
  for (const genre of ['', ...genres.map(({ value }) => value)]) {
    const ofGenre = [...listens.values()].filter((one) => genre === '' || one.genre_parent === genre);
    for (const chart of CHARTS) await storeChart(c, { chart, genre }, rank(chart, ofGenre), now);
  }
}

async function collectListens(c: ChartsContext, now: number): Promise<Map<string, Listens>> {
  const db = c.engine.longReads(c.db);
  const found = new Map<string, Listens>();
  for (const genre of ['', ...genres.map(({ value }) => value)]) {
    const limit = genre === '' ? CONSIDERED : CONSIDERED_OF_GENRE;
    for (const { id, genre_parent, plays } of await selectCandidates(db, now, genre, limit))
      found.set(id, { id, genre_parent, all: plays, ...noListens });
  }
  const ids = [...found.keys()];
  for (let at = 0; at < ids.length; at += COUNTED_AT_ONCE)
    for (const [id, counts] of await countListens(db, now, ids.slice(at, at + COUNTED_AT_ONCE)))
      found.set(id, { ...found.get(id)!, ...counts });
  return found;
}

/** Seven days, ms. */
const WEEK_MS = 7 * 86_400_000;

const noListens = { week: 0, week_listeners: 0, before: 0, month: 0, month_listeners: 0 };

async function storeChart(
  c: ChartsContext,
  key: { chart: string; genre: string },
  ranked: Ranked[],
  now: number,
): Promise<void> {
  const week = weekOf(now);
  const ids = ranked.map(({ track_id }) => track_id);
  const [places, weeks] = await Promise.all([
    selectPlaces(c.db, key, weekOf(now - WEEK_MS)),
    selectWeeksBefore(c.db, key, week, ids),
  ]);
  const entries = ranked.map((one) => ({
    ...one,
    ...key,
    week,
    previous: places.get(one.track_id) ?? null,
    weeks: (weeks.get(one.track_id) ?? 0) + 1,
    updated_at: now,
  }));
  await c.db.transaction().execute((tx) => replaceChart(tx, key, week, entries));
}
