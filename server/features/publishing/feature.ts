import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { PROCESS, processing } from './measuring/processing.ts';
import { repairTables } from './measuring/repair-tables.ts';
import { publishingRoutes } from './routes.ts';
import { sweepMedia } from './sweep.ts';

export const publishing: Feature<Context> = {
  name: 'publishing',
  routes: ({ server, bind, c, settings }) => publishingRoutes(server, bind, c, settings.audioWaitMs),
  jobs: {
    [PROCESS]: processing,
    'publishing.repair-tables': {
      everyMs: 600_000,
      run: async (c, _payload, { signal }) => void (await repairTables(c, () => signal.aborted)),
    },
    'publishing.sweep': { everyMs: 86_400_000, run: async (c) => void (await sweepMedia(c)) },
  },
};
