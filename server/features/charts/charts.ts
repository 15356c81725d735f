import type { Chart, ChartName } from 'contract/charts.ts';
import type { Context } from '../../platform/context.ts';
import { DEMO_CATALOGUE, getSetting } from '../../platform/db/settings.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { selectChart } from './queries.ts';
import { reasonOf, weekOf } from './ranking.ts';

export { updateCharts } from './update.ts';

/** How long the charts of a week are shown after it, while those of the next one are not computed yet; ms. */
const OVERLAP_MS = 86_400_000;

/**
 * A chart as the job last stored it.
 * @param genre a parent genre; empty for all genres.
 * @param origin of the media addresses.
 */
export async function getChart(c: Context, chart: ChartName, genre: string, origin: string): Promise<Chart> {
  const now = c.clock();
  const [rows, demo] = await Promise.all([
    selectChart(c.db, now, { chart, genre }, weekOf(now - OVERLAP_MS)),
    getSetting(c.db, DEMO_CATALOGUE),
  ]);
  const entries = withAbsoluteUrls(rows, origin).map(
    ({ position, plays, listeners, before, previous, weeks, charted_at: _, ...track }) => ({
      position,
      previous,
      weeks,
      plays,
      listeners,
      reason: reasonOf({ position, previous, weeks, plays, listeners, before }),
      track,
    }),
  );
  return {
    chart,
    genre: genre || null,
    updated_at: rows[0]?.charted_at ?? null,
    demo: demo !== undefined,
    entries,
  };
}
