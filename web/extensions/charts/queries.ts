import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import type { ChartName } from 'contract/extensions/charts.ts';
import { call } from '../../lib/http/api.ts';

export const CHART_NAMES: Record<ChartName, MessageDescriptor> = {
  week: msg`This week`,
  month: msg`This month`,
  all: msg`All time`,
  rising: msg`Rising`,
};

/** A chart. @param genre a parent genre; empty for all genres. */
export const chartQuery = (chart: ChartName, genre: string) =>
  queryOptions({
    queryKey: ['chart', chart, genre],
    queryFn: () => call('GET /chart/:chart', { params: { chart }, query: { genre: genre || undefined } }),
    // A job computes it every ten minutes.
    staleTime: 60_000,
  });
