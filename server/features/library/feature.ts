import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { savedTrackData } from './library.ts';
import { libraryRoutes } from './routes.ts';

export const library: Feature<Context> = {
  name: 'library',
  routes: ({ bind, c }) => libraryRoutes(bind, c),
  personalData: [savedTrackData],
};
