import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Config } from '../../config.ts';
import type { Engine } from './engine.ts';
import { migrations } from './migrations/all.ts';
import { openPostgres } from './postgres.ts';
import type { Db, Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export interface Database {
  db: Db;
  engine: Engine;
  close: () => Promise<void>;
}

/**
 * Opens PostgreSQL if the settings name one, otherwise SQLite in the data folder, and runs the migrations.
 * @param options.exclusive false for the console, which runs beside a server: it does not lock the data folder, and
 *   its statements may take as long as they need.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { exclusive } = { exclusive: true },
): Promise<Database> {
  if (!databaseUrl) return migrated(openSqlite(dataDir, { exclusive }));
  const patient = await migrated(openPostgres(databaseUrl, { timeouts: null }));
  if (!exclusive) return patient;
  // Only the migrations may take that long.
  await patient.close();
  return connected(openPostgres(databaseUrl));
}

/** Runs the migrations that have not run yet; PostgreSQL lets one starting server at a time do so. */
export async function migrated(engine: Engine): Promise<Database> {
  const database = connected(engine);
  const migrator = new Migrator({
    db: database.db,
    provider: { getMigrations: async () => migrations(engine) },
    // 0005 came after 0006 and 0007, of which neither needs it.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return database;
  await database.close();
  throw error;
}

function connected(engine: Engine): Database {
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  const close = async () => {
    await db.destroy();
    engine.close();
  };
  return { db, engine, close };
}
