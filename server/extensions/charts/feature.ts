import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { updateCharts } from './charts.ts';
import { chartPages, chartRoutes } from './routes.ts';

export const charts: Feature<Context> = {
  name: 'charts',
  routes: ({ bind, c }) => chartRoutes(bind, c),
  pages: chartPages,
  jobs: { 'charts.update': { everyMs: 600_000, run: updateCharts } },
};
