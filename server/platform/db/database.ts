import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Config } from '../../config.ts';
import { concurrencyLimit } from '../concurrency.ts';
import { StartupError } from '../startup-error.ts';
import { queryLog } from '../tracing.ts';
import type { Engine } from './engine.ts';
import { allMigrations, type Migrations } from './migrations/all.ts';
import { openPostgres } from './postgres.ts';
import { assertUsable } from './postgres-requirements.ts';
import type { Db, Schema, Tx } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export interface Database {
  db: Db;
  engine: Engine;
  close: () => Promise<void>;
}

/**
 * Opens PostgreSQL if the settings name one, otherwise SQLite in the data folder, and runs the migrations.
 * @param options.exclusive false for the console, which may run beside a server: it neither locks the data folder nor
 *   limits how long statements take.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { exclusive = true, ...options }: { exclusive?: boolean } & MigrateOptions = {},
): Promise<Database> {
  if (!databaseUrl) return migrate(openSqlite(dataDir, { exclusive }), options);
  if (exclusive) await assertUsable(databaseUrl);
  const withoutTimeouts = await migrate(openPostgres(databaseUrl, { timeouts: null }), options);
  if (!exclusive) return withoutTimeouts;
  // Only migrations run without timeouts.
  await withoutTimeouts.db.destroy();
  return connect(openPostgres(databaseUrl));
}

interface MigrateOptions {
  /** The last migration to run; by default all run. */
  last?: string;
  /** Tests add a next step to those of this version. */
  migrations?: Migrations;
}

/** Runs pending migrations. On PostgreSQL a lock lets one server at a time do this. */
export async function migrate(
  engine: Engine,
  { last, migrations = allMigrations }: MigrateOptions = {},
): Promise<Database> {
  const database = connect(engine);
  const steps = Object.entries(migrations).map(([name, open]) => [name, open(engine)]);
  const provider = { getMigrations: async () => Object.fromEntries(steps) };
  const run = (db: Kysely<Schema>) => {
    const migrator = new Migrator({ db, provider });
    return last ? migrator.migrateTo(last) : migrator.migrateToLatest();
  };
  await refuseNewer(database, Object.keys(migrations));
  const { error } = await (engine.kind === 'postgres' ? migrateAlone(database.db, run) : run(database.db));
  if (!error) return database;
  await database.close();
  throw error;
}

/** The lock that Kysely takes, so that a server of another version waits for it, too. */
const MIGRATION_LOCK = '3853314791062309107';

/** One transaction, and so one connection even behind a pooler in transaction mode, holds the lock and migrates. */
async function migrateAlone(
  db: Kysely<Schema>,
  run: (tx: Tx) => Promise<{ error?: unknown }>,
): Promise<{ error?: unknown }> {
  try {
    return await db.transaction().execute(async (tx) => {
      const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
      await sql`select ${sql.join(limits.map((name) => sql`set_config(${name}, '0', true)`))}`.execute(tx);
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}::bigint)`.execute(tx);
      const { error } = await run(tx);
      if (error) throw error;
      return {};
    });
  } catch (error) {
    return { error };
  }
}

/** An older server would not know what newer ones keep in the database. @throws StartupError */
async function refuseNewer(database: Database, known: string[]): Promise<void> {
  const { db, close } = database;
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  await close();
  throw new StartupError(
    `Ovation cannot start: its database was changed by a newer version (${unknown.sort().at(-1)}). Start that version, or restore a backup from before the upgrade.`,
  );
}

/** Uses a database that has been migrated. */
export function connect(engine: Engine): Database {
  const log = queryLog(engine.kind === 'sqlite' ? 'sqlite' : 'postgresql');
  const db = new Kysely<Schema>({ dialect: engine.dialect, ...(log && { log }) });
  boundTransactions(db, engine);
  const close = async () => {
    await db.destroy();
    await engine.close();
  };
  return { db, engine, close };
}

/** Transactions beyond this wait no longer and are refused. */
const QUEUE = { waiting: 2000, maxWaitMs: 5000 };

/**
 * Makes `db.transaction()` repeat transactions that lost a conflict, and limits how many run at once: reads keep
 * connections of their own while transactions wait for a locked row.
 */
function boundTransactions(db: Kysely<Schema>, { transactionsAtOnce, conflicts }: Engine): void {
  const limit = concurrencyLimit({ ...QUEUE, atOnce: transactionsAtOnce });
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (run) => limit(() => repeatConflicts(conflicts, () => execute(run)));
    return builder;
  };
}

/** A conflict was rolled back completely, so the transaction can run again. */
async function repeatConflicts<T>(
  { isConflict, repeats, pauseMs }: Engine['conflicts'],
  execute: () => Promise<T>,
): Promise<T> {
  for (let repeat = 0; ; repeat++) {
    try {
      return await execute();
    } catch (error) {
      if (repeat >= repeats || !isConflict(error)) throw error;
      await sleep(pauseMs);
    }
  }
}
