import type { Claims } from '../../features/plays/plays.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import { streamSettings } from '../../platform/http/connections/event-streams.ts';
import { applauseData, pruneApplause } from './applause.ts';
import { applauseRoutes } from './routes.ts';

export const applause: Feature<Context, RouteParts<Context> & { claims: Claims }> = {
  name: 'applause',
  routes: ({ server, bind, c, claims, settings }) =>
    applauseRoutes(server, bind, c, claims, { ...streamSettings, ...settings.streams }),
  personalData: [applauseData],
  jobs: { 'applause.prune': { everyMs: 86_400_000, run: pruneApplause } },
};
