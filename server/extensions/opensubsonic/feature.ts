import type { Guard } from '../../features/accounts/accounts.ts';
import type { Claims } from '../../features/plays/plays.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import type { PlayerContext } from './call.ts';
import { playQueueData } from './personal.ts';
import { openSubsonicRoutes } from './routes.ts';

export const opensubsonic: Feature<
  PlayerContext,
  RouteParts<PlayerContext> & { guard: Guard; claims: Claims }
> = {
  name: 'opensubsonic',
  routes: ({ server, c, settings: { publicUrl }, ...parts }) =>
    openSubsonicRoutes(server, c, { ...parts, publicUrl }),
  personalData: [playQueueData],
};
