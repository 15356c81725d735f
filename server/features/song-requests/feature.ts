import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { liveSettings } from './live.ts';
import { songRequestPages } from './pages.ts';
import { songRequestRoutes } from './routes.ts';
import { songRequestChecks, songRequestData } from './song-requests.ts';

export const songRequests: Feature<Context> = {
  name: 'song-requests',
  routes: ({ server, bind, c, searches, settings }) =>
    songRequestRoutes(server, bind, c, { ...liveSettings, ...settings.streams }, searches),
  pages: songRequestPages,
  personalData: [songRequestData],
  checks: songRequestChecks,
};
