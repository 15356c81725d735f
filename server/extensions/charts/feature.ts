import type { Context } from '../../platform/context.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import { updateCharts } from './charts.ts';
import { chartPages, chartRoutes } from './routes.ts';

export const charts: Feature<Context, RouteParts<Context>, undefined, 'charts'> = {
  name: 'charts',
  routes: ({ bind, c }) => chartRoutes(bind, c),
  pages: chartPages,
  jobs: { 'charts.update': { everyMs: 600_000, run: updateCharts } },
};
