import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { supportRoutes } from './routes.ts';
import { wellKnownRoutes } from './well-known.ts';

export const support: Feature<Context> = {
  name: 'support',
  routes: ({ server, bind, c, settings }) => {
    supportRoutes(bind, c, settings.supportEmail);
    wellKnownRoutes(server, c, settings.supportEmail);
  },
};
