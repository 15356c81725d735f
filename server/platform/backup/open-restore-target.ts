import type { Config } from '../../config.ts';
import { openPostgresTarget } from './postgres-target.ts';
import type { RestoreTarget } from './restore-target.ts';
import { openSqliteTarget } from './sqlite-target.ts';

/**
 * @param options.overwrite whether to replace a database that has users or tracks.
 * @throws BackupError if there is one and it may not be replaced.
 */
export function openRestoreTarget(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { overwrite: boolean; now: number },
): Promise<RestoreTarget> {
  return databaseUrl ? openPostgresTarget(databaseUrl, options) : openSqliteTarget(dataDir, options);
}
