import { STEP } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { followData } from './following.ts';
import { NOTIFY, notifying, pruneNews } from './news.ts';
import { followingRoutes } from './routes.ts';

export const following: Feature<Context> = {
  name: 'following',
  routes: ({ bind, c }) => followingRoutes(bind, c),
  personalData: [followData],
  jobs: {
    [NOTIFY]: notifying,
    'following.prune': { everyMs: 86_400_000, run: pruneNews },
  },
  onEvents: { [STEP]: NOTIFY },
};
