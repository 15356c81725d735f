import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseSettings } from '../db/database.ts';
import { type Database, migrate } from '../db/database.ts';
import { allMigrations, type Migrations } from '../db/migrations/all.ts';
import { openPostgres } from '../db/postgres/postgres.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import {
  closeLog,
  databaseFile,
  lockFolder,
  noteClosed,
  noteTables,
  RESTORE,
  removeLeftovers,
  removeLog,
} from '../db/sqlite/sqlite-files.ts';
import { syncFolder } from '../media/store.ts';
import { BackupError } from './format.ts';

/** An empty database that becomes the server's once a backup has been restored into it. */
export interface RestoreTarget {
  /** Those that `open` runs. */
  migrations: Migrations;
  /** Creates the tables as they were after this migration, or as they are today. */
  open: (last?: string) => Promise<Database>;
  /** Makes the database the server's. @returns where the one before is kept; undefined if there was none. */
  commit: () => Promise<string | undefined>;
  /** Also after `commit`. */
  close: () => Promise<void>;
}

interface RestoreOptions {
  /** Replaces a database that has users or tracks. */
  overwrite: boolean;
  now: number;
  /** Those of this version, unless a test adds a next step. */
  migrations?: Migrations;
}

/** @throws BackupError if there is a database with users or tracks that may not be replaced. */
export function openRestoreTarget(
  { databaseUrl, dataDir }: DatabaseSettings,
  options: RestoreOptions,
): Promise<RestoreTarget> {
  return databaseUrl ? openPostgresTarget(databaseUrl, options) : openSqliteTarget(dataDir, options);
}

/** Restores into a new file, which then replaces the old one in one step. No server may run meanwhile. */
async function openSqliteTarget(
  dataDir: string,
  { overwrite, now, migrations = allMigrations }: RestoreOptions,
): Promise<RestoreTarget> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  const current = databaseFile(dataDir);
  let isUsed: boolean;
  try {
    removeLeftovers(dataDir);
    isUsed = existsSync(current) && hasContent(current);
    noteClosed(dataDir);
    if (isUsed && !overwrite)
      throw new BackupError(
        `The database in ${dataDir} has users or tracks. Pass --overwrite to replace it; it is then kept beside the new one.`,
      );
  } catch (error) {
    lock.close();
    throw error;
  }
  const folder = await mkdtemp(path.join(dataDir, RESTORE));
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
      if (existsSync(current)) closeLog(dataDir);
      if (kept) await link(current, kept);
      removeLog(dataDir);
      await rename(databaseFile(folder), current);
      noteTables(dataDir);
      await syncFolder(dataDir);
      return kept;
    },
    close: async () => {
      await database?.close();
      await rm(folder, { recursive: true });
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

/**
 * Restores into the database itself. Its rows appear in one transaction at the end; if that or a later step fails,
 * the database is empty, and a new attempt needs no --overwrite. The operator stops the servers before.
 */
async function openPostgresTarget(
  url: string,
  { overwrite, migrations = allMigrations }: RestoreOptions,
): Promise<RestoreTarget> {
  await empty(url, overwrite);
  let database: Database | undefined;
  let restored = false;
  return {
    migrations,
    open: async (last) => {
      await database?.close();
      database = await migrate(openPostgres(url, { timeouts: null }), { last, migrations });
      return database;
    },
    commit: async () => {
      restored = true;
      return undefined;
    },
    close: async () => {
      await database?.close();
      if (!restored) await empty(url, true);
    },
  };
}

async function empty(url: string, overwrite: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await dropTables(client, overwrite);
  } finally {
    await client.end();
  }
}

async function dropTables(client: pg.Client, overwrite: boolean): Promise<void> {
  const { rows } = await client.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = current_schema()',
  );
  const tables = rows.map(({ tablename }) => tablename);
  if (tables.length === 0) return;
  if (!tables.includes('kysely_migration'))
    throw new BackupError('This database has tables of another program. Restore into a database of its own.');
  const used = tables.includes('track') ? await client.query('select 1 from track limit 1') : { rows: [] };
  const users = tables.includes('user') ? await client.query('select 1 from "user" limit 1') : { rows: [] };
  if (used.rows.length + users.rows.length > 0 && !overwrite)
    throw new BackupError(
      'This database has users or tracks. Restore into a new database, or pass --overwrite to replace everything in this one.',
    );
  const names = tables.map((name) => client.escapeIdentifier(name)).join(', ');
  await client.query(`drop table ${names} cascade`);
}
