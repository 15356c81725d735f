import type { Guard } from '../../features/accounts/accounts.ts';
import type { Claims } from '../../features/plays/plays.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import type { NowPlaying, PlayerContext } from './call.ts';
import { noteStarted, playQueueData } from './listening.ts';
import { openSubsonicRoutes } from './routes.ts';

export const opensubsonic: Feature<
  PlayerContext,
  RouteParts<PlayerContext> & { guard: Guard; claims: Claims }
> = {
  name: 'opensubsonic',
  open: (c) => {
    const nowPlaying: NowPlaying = new Map();
    return { nowPlaying, playListeners: [...c.playListeners, noteStarted(nowPlaying, c.clock)] };
  },
  routes: ({ server, c, settings: { publicUrl }, ...parts }) =>
    openSubsonicRoutes(server, c, { ...parts, publicUrl }),
  personalData: [playQueueData],
};
