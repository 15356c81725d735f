import type { Feature } from '../../platform/feature.ts';
import { liveSettings } from './board/live.ts';
import { songRequestPages } from './pages.ts';
import { songRequestRoutes } from './routes.ts';
import { type SongRequestsContext, songRequestChecks, songRequestData } from './song-requests.ts';

export const songRequests: Feature<SongRequestsContext> = {
  name: 'song-requests',
  open: () => ({ understand: () => [] }),
  routes: ({ server, bind, c, searches, settings }) =>
    songRequestRoutes(server, bind, c, { ...liveSettings, ...settings.streams }, searches, c.understand),
  pages: (c) => songRequestPages(c, c.understand),
  personalData: [songRequestData],
  checks: songRequestChecks,
};
