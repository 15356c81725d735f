import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { concurrencyLimit } from '../concurrency.ts';
import { queryLog } from '../tracing.ts';
import type { Engine } from './engine.ts';
import { type MigrateOptions, runMigrations } from './migrate.ts';
import { openPostgres } from './postgres/postgres.ts';
import { assertUsable } from './postgres/postgres-requirements.ts';
import type { Db, Schema } from './schema.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export interface DatabaseSettings {
  /** Absolute folder of the embedded database. */
  dataDir: string;
  /** The URL of PostgreSQL; undefined means SQLite in `dataDir`. */
  databaseUrl: string | undefined;
}

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
  { databaseUrl, dataDir }: DatabaseSettings,
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

/** Opens a database and runs pending migrations; see `runMigrations`. */
export async function migrate(engine: Engine, options: MigrateOptions = {}): Promise<Database> {
  const database = connect(engine);
  try {
    await runMigrations(database.db, engine, options);
    engine.noteTables();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
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
