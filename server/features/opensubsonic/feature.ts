import type { Feature, RouteParts } from '../../platform/feature.ts';
import type { Guard } from '../accounts/accounts.ts';
import type { Claims } from '../plays/plays.ts';
import type { ScrobblingContext } from '../scrobbling/scrobbling.ts';
import { playQueueData } from './personal.ts';
import { openSubsonicRoutes } from './routes.ts';

export const opensubsonic: Feature<
  ScrobblingContext,
  RouteParts<ScrobblingContext> & { guard: Guard; claims: Claims }
> = {
  name: 'opensubsonic',
  routes: ({ server, c, settings: { publicUrl }, ...parts }) =>
    openSubsonicRoutes(server, c, { ...parts, publicUrl }),
  personalData: [playQueueData],
};
