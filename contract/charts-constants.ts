/** The charts, in the order of their tabs. `week` and `month` are the last 7 and 30 days. */
export const CHARTS = ['week', 'month', 'all', 'rising'] as const;
export type ChartName = (typeof CHARTS)[number];

/** Places of a chart. */
export const CHART_SIZE = 50;

/** The page of a chart. @param genre a parent genre; all genres if empty. */
export function chartPath(chart: ChartName, genre: string): string {
  const query = new URLSearchParams({
    ...(chart !== 'week' && { chart }),
    ...(genre !== '' && { genre }),
  });
  return query.size > 0 ? `/charts?${query}` : '/charts';
}
