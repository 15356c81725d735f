import type { Feature } from '../../platform/feature.ts';
import { explorePage, type TracksContext, trackRoutes } from './routes.ts';

export const tracks: Feature<TracksContext> = {
  name: 'tracks',
  routes: ({ bind, c, searches }) => trackRoutes(bind, c, searches),
  pages: (c) => [explorePage(c)],
};
