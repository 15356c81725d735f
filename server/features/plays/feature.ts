import type { Feature, RouteParts } from '../../platform/feature.ts';
import type { ScrobblingContext } from '../scrobbling/scrobbling.ts';
import { type Claims, playData, playMetrics, prunePlays } from './plays.ts';
import { playRoutes } from './routes.ts';

export const plays: Feature<ScrobblingContext, RouteParts<ScrobblingContext> & { claims: Claims }> = {
  name: 'plays',
  routes: ({ bind, c, claims }) => playRoutes(bind, c, claims),
  personalData: [playData],
  metrics: playMetrics,
  jobs: { 'plays.prune': { everyMs: 86_400_000, run: prunePlays } },
};
