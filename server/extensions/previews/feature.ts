import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { previewRoutes } from './routes.ts';

export const previews: Feature<Context> = {
  name: 'previews',
  routes: ({ server, c }) => previewRoutes(server, c),
};
