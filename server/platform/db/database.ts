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
 * Opens PostgreSQL where the settings name one, otherwise SQLite in the data folder, and brings it up to date.
 * @param options.exclusive refuse to start beside another server on the same data folder (the cli runs beside one).
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options = { exclusive: true },
): Promise<Database> {
  const engine = config.databaseUrl ? openPostgres(config.databaseUrl) : openSqlite(config.dataDir, options);
  return migrated(engine);
}

/** Runs the migrations that have not run yet; PostgreSQL lets one starting server at a time do so. */
export async function migrated(engine: Engine): Promise<Database> {
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(engine) },
    // 0005 came after 0006 and 0007, of which neither needs it.
    allowUnorderedMigrations: true,
  });
  const close = async () => {
    await db.destroy();
    engine.close();
  };
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await close();
    throw error;
  }
  return { db, engine, close };
}
