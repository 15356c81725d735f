import type { Feature } from '../../platform/feature.ts';
import { explorePage, trackRoutes } from './routes.ts';
import type { TracksContext } from './tracks.ts';

export const tracks: Feature<TracksContext> = {
  name: 'tracks',
  routes: ({ bind, c, searches }) => trackRoutes(bind, c, searches),
  pages: (c) => [explorePage(c)],
};
