import { queryOptions } from '@tanstack/react-query';
import type { ChartName } from 'contract/extensions/charts.ts';
import { call } from '../../lib/http/api.ts';

export const CHART_NAMES: Record<ChartName, string> = {
  week: 'This week',
  month: 'This month',
  all: 'All time',
  rising: 'Rising',
};

/** A chart. @param genre a parent genre; empty for all genres. */
export const chartQuery = (chart: ChartName, genre: string) =>
  queryOptions({
    queryKey: ['chart', chart, genre],
    queryFn: () => call('GET /chart/:chart', { params: { chart }, query: { genre: genre || undefined } }),
    // A job computes it every ten minutes.
    staleTime: 60_000,
  });
