import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, migrate } from '../db/database.ts';
import { allMigrations } from '../db/migrations/all.ts';
import { openSqlite } from '../db/sqlite.ts';
import { lockFolder } from '../db/sqlite-lock.ts';
import { syncFolder } from '../sync-folder.ts';
import { BackupError } from './backup-error.ts';
import type { RestoreOptions, RestoreTarget } from './restore-target.ts';

const NAME = 'ovation.db';

/** Restores into a new file, which then replaces the old one in one step. No server may run meanwhile. */
export async function openSqliteTarget(
  dataDir: string,
  { overwrite, now, migrations = allMigrations }: RestoreOptions,
): Promise<RestoreTarget> {
  await mkdir(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  const current = path.join(dataDir, NAME);
  const isUsed = existsSync(current) && hasContent(current);
  if (isUsed && !overwrite) {
    lock.close();
    throw new BackupError(
      `The database in ${dataDir} has users or tracks. Pass --overwrite to replace it; it is then kept beside the new one.`,
    );
  }
  const folder = await mkdtemp(path.join(dataDir, 'restore-'));
  let database: Database | undefined;
  return {
    migrations,
    open: async (last) => {
      await database?.close();
      database = await migrate(openSqlite(folder, { exclusive: false }), { last, migrations });
      return database;
    },
    commit: async () => {
      await database!.close();
      database = undefined;
      const kept = isUsed
        ? `${current}.before-${new Date(now).toISOString().replaceAll(':', '-')}`
        : undefined;
      if (existsSync(current)) closeLog(current);
      if (kept) await link(current, kept);
      await rename(path.join(folder, NAME), current);
      await syncFolder(dataDir);
      return kept;
    },
    close: async () => {
      await database?.close();
      await rm(folder, { recursive: true, force: true });
      lock.close();
    },
  };
}

function hasContent(file: string): boolean {
  const database = new DatabaseSync(file);
  try {
    const { found } = database
      .prepare('select exists(select 1 from user) or exists(select 1 from track) as found')
      .get()!;
    return found === 1;
  } catch (error) {
    // Without these tables nothing was ever stored in it.
    if (/no such table/.test((error as Error).message)) return false;
    throw error;
  } finally {
    database.close();
  }
}

/** Moves everything from the write-ahead log into the database, so that the file is complete by itself. */
function closeLog(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
  database.close();
}
