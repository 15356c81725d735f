import type { Config } from '../../config.ts';
import { openPostgresSnapshot } from './postgres-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';

export function openSnapshot({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Snapshot> {
  return databaseUrl ? openPostgresSnapshot(databaseUrl) : openSqliteSnapshot(dataDir);
}
