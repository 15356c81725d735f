import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { creditChecks, creditData, creditMetrics, grantMonthly } from './credits.ts';
import { creditRoutes } from './routes.ts';

export const credits: Feature<Context> = {
  name: 'credits',
  routes: ({ bind, c }) => creditRoutes(bind, c),
  personalData: [creditData],
  checks: creditChecks,
  metrics: creditMetrics,
  jobs: { 'credits.grant-monthly': { everyMs: 86_400_000, run: grantMonthly } },
};
