import type { Config } from '../../config.ts';
import type { Database } from '../db/database.ts';
import { openPostgresTarget } from './postgres-target.ts';
import { openSqliteTarget } from './sqlite-target.ts';

/** An empty database that becomes the server's once a backup has been restored into it. */
export interface RestoreTarget {
  /** Creates the tables as they were after this migration, or as they are today. */
  open: (migration?: string) => Promise<Database>;
  /** Makes the database the server's. @returns where the one before is kept; undefined if there was none. */
  commit: () => Promise<string | undefined>;
  /** Also after `commit`. */
  close: () => Promise<void>;
}

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
