import { WITHDRAWN } from '../../features/publishing/publishing.ts';
import { STEP } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { houseSettings } from './house.ts';
import { announceRelease, endOfWithdrawn, premiereData, pruneGuests } from './premieres.ts';
import { premiereRoutes } from './routes.ts';

export const premieres: Feature<Context> = {
  name: 'premieres',
  routes: ({ server, bind, c, settings }) =>
    premiereRoutes(server, bind, c, { ...houseSettings, ...settings.streams }),
  personalData: [premiereData],
  jobs: {
    'premieres.release': { run: announceRelease },
    'premieres.withdrawn': { run: endOfWithdrawn },
    'premieres.prune': { everyMs: 3_600_000, run: pruneGuests },
  },
  onEvents: { [STEP]: 'premieres.release', [WITHDRAWN]: 'premieres.withdrawn' },
};
