import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { STEP } from '../song-requests/song-requests.ts';
import { pruneNews, telling } from './news.ts';

export const following: Feature<Context> = {
  name: 'following',
  jobs: {
    'following.tell': telling,
    'following.prune': { everyMs: 86_400_000, run: pruneNews },
  },
  onEvents: { [STEP]: 'following.tell' },
};
