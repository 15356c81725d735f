import { backUpDaily } from '../../platform/backup/daily.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { pruneJobs } from '../../platform/jobs.ts';

export interface OperationContext extends Context {
  /** Where the daily backup is written, and how many are kept; undefined if none is. */
  backups: { folder: string; keep: number } | undefined;
}

export const operation: Feature<OperationContext> = {
  name: 'operation',
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
