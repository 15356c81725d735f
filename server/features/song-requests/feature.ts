import type { Feature, RouteParts } from '../../platform/feature.ts';
import { getCallers } from './board/heard.ts';
import { liveSettings } from './board/live.ts';
import { songRequestPages } from './pages.ts';
import { songRequestRoutes } from './routes.ts';
import { type SongRequestsContext, songRequestChecks, songRequestData } from './song-requests.ts';

export const songRequests: Feature<
  SongRequestsContext,
  RouteParts<SongRequestsContext>,
  undefined,
  'board' | 'request'
> = {
  name: 'song-requests',
  open: (c) => ({
    understand: () => [],
    trackPageParts: [...c.trackPageParts, { load: (track_id) => getCallers(c.db, track_id) }],
  }),
  routes: ({ server, bind, c, searches, settings }) =>
    songRequestRoutes(server, bind, c, { ...liveSettings, ...settings.streams }, searches, c.understand),
  pages: (c) => songRequestPages(c, c.understand),
  personalData: [songRequestData],
  checks: songRequestChecks,
};
