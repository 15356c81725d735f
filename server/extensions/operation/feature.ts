import { backUpDaily } from '../../platform/backup/daily.ts';
import type { Feature } from '../../platform/feature.ts';
import { pruneJobs } from '../../platform/jobs.ts';
import { type OperationContext, operationRoutes } from './routes.ts';

export const operation: Feature<OperationContext> = {
  name: 'operation',
  open: (_c, _settings, { config }) => ({ backups: config.backups }),
  routes: ({ bind, c, settings }) => operationRoutes(bind, c, settings),
  jobs: {
    'operation.backup': {
      // The backup itself knows when it is due, and is tried again after an hour.
      everyMs: 3_600_000,
      run: async (c) => {
        if (c.backups) await backUpDaily(c, c.backups);
      },
    },
    'operation.prune-jobs': { everyMs: 86_400_000, run: pruneJobs },
  },
};
