import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { feedRoutes } from './routes.ts';

export const feeds: Feature<Context> = {
  name: 'feeds',
  routes: ({ bind, c }) => feedRoutes(bind, c),
};
