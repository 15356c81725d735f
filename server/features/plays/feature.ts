import type { Feature, RouteParts } from '../../platform/feature.ts';
import { type Claims, type PlaysContext, playData, playMetrics, prunePlays } from './plays.ts';
import { playRoutes } from './routes.ts';

export const plays: Feature<PlaysContext, RouteParts<PlaysContext> & { claims: Claims }> = {
  name: 'plays',
  open: () => ({ playListeners: [] }),
  routes: ({ bind, c, claims }) => playRoutes(bind, c, claims),
  personalData: [playData],
  metrics: playMetrics,
  jobs: { 'plays.prune': { everyMs: 86_400_000, run: prunePlays } },
};
