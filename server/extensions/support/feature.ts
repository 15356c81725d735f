import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { supportRoutes } from './routes.ts';

export const support: Feature<Context> = {
  name: 'support',
  routes: ({ bind, c, settings }) => supportRoutes(bind, c, settings.supportEmail),
};
