import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { updateCharts } from './charts.ts';

export const charts: Feature<Context> = {
  name: 'charts',
  jobs: { 'charts.update': { everyMs: 600_000, run: updateCharts } },
};
