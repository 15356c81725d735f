import pg from 'pg';
import { type Database, migrate } from '../db/database.ts';
import { allMigrations } from '../db/migrations/all.ts';
import { openPostgres } from '../db/postgres.ts';
import { BackupError } from './backup-error.ts';
import type { RestoreOptions, RestoreTarget } from './restore-target.ts';

/**
 * Restores into the database itself. Its rows appear in one transaction at the end; if that or a later step fails,
 * the database is empty, and a new attempt needs no --overwrite. The operator stops the servers before.
 */
export async function openPostgresTarget(
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
