import type { Claims } from '../../features/plays/plays.ts';
import type { TracksContext } from '../../features/tracks/tracks.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import { streamSettings } from '../../platform/http/connections/event-streams.ts';
import { applauseData, pruneApplause } from './applause.ts';
import { hasApplause } from './queries.ts';
import { applauseRoutes } from './routes.ts';

export const applause: Feature<TracksContext, RouteParts<TracksContext> & { claims: Claims }> = {
  name: 'applause',
  open: (c) => ({
    trackPageParts: [
      ...c.trackPageParts,
      { load: async (id) => ({ has_applause: await hasApplause(c.db, id) }) },
    ],
  }),
  routes: ({ server, bind, c, claims, settings }) =>
    applauseRoutes(server, bind, c, claims, { ...streamSettings, ...settings.streams }),
  personalData: [applauseData],
  jobs: { 'applause.prune': { everyMs: 86_400_000, run: pruneApplause } },
};
