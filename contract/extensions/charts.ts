import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Track } from '../features/tracks.ts';
import { epochMs, text } from '../fields.ts';
import { genres } from '../genres.ts';
import { english } from '../text/messages.ts';

/** The charts, in the order of their tabs. `week` and `month` are the last 7 and 30 days. */
export const CHARTS = ['week', 'month', 'all', 'rising'] as const;
export type ChartName = (typeof CHARTS)[number];

/** Places of a chart. */
export const CHART_SIZE = 50;

/** The `sizes` of the cover of its first place. */
export const CHART_COVER_SIZES = '(min-width: 1024px) 36vw, 80vw';

/** The page of a chart. @param genre a parent genre; all genres if empty. */
export function chartPath(chart: ChartName, genre: string): string {
  const query = new URLSearchParams({
    ...(chart !== 'week' && { chart }),
    ...(genre !== '' && { genre }),
  });
  return query.size > 0 ? `/charts?${query}` : '/charts';
}

const ChartEntry = z.object({
  position: z.int().positive(),
  /** The place in last week's chart; null if it was not in it. */
  previous: z.int().positive().nullable(),
  /** Number of weekly charts that it was in, this one included. */
  weeks: z.int().positive(),
  /** Counted listens in the chart's time. */
  plays: z.int().nonnegative(),
  track: Track,
});
export type ChartEntry = z.output<typeof ChartEntry>;

export const getChart = endpoint('GET /chart/:chart', {
  access: 'anyone',
  cacheable: true,
  cost: 2,
  summary:
    'Returns a chart, of all genres or of a parent genre, as a job last computed it from counted listens.',
  params: z.strictObject({ chart: z.enum(CHARTS) }),
  query: z.object({
    genre: text(100)
      .refine((genre) => genres.some(({ value }) => value === genre), english('Please give a parent genre.'))
      .optional(),
  }),
  returns: z.object({
    chart: z.enum(CHARTS),
    /** Null for all genres. */
    genre: z.string().nullable(),
    /** Null if there is nothing in it yet. */
    updated_at: epochMs.nullable(),
    /** The words that the first was asked for with; null if nobody did. */
    wish: z.string().nullable(),
    entries: z.array(ChartEntry),
  }),
});
export type Chart = z.output<typeof getChart.returns>;
