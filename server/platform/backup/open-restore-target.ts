import type { Config } from '../../config.ts';
import { openPostgresTarget } from './postgres-target.ts';
import type { RestoreOptions, RestoreTarget } from './restore-target.ts';
import { openSqliteTarget } from './sqlite-target.ts';

/** @throws BackupError if there is a database with users or tracks that may not be replaced. */
export function openRestoreTarget(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: RestoreOptions,
): Promise<RestoreTarget> {
  return databaseUrl ? openPostgresTarget(databaseUrl, options) : openSqliteTarget(dataDir, options);
}
