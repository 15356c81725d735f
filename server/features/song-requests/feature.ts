import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Understand } from './board/board.ts';
import { liveSettings } from './board/live.ts';
import { songRequestPages } from './pages.ts';
import { songRequestRoutes } from './routes.ts';
import { songRequestChecks, songRequestData } from './song-requests.ts';

/** @param understanding gives what reads the words of requests, which the studio knows. */
export const songRequests = <C extends Context>(understanding: (c: C) => Understand): Feature<C> => ({
  name: 'song-requests',
  routes: ({ server, bind, c, searches, settings }) =>
    songRequestRoutes(server, bind, c, { ...liveSettings, ...settings.streams }, searches, understanding(c)),
  pages: (c) => songRequestPages(c, understanding(c)),
  personalData: [songRequestData],
  checks: songRequestChecks,
});
