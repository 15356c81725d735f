import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { connect, type Database, migrate } from '../../platform/db/database.ts';
import type { Engine } from '../../platform/db/engine.ts';
import { openPostgres } from '../../platform/db/postgres/postgres.ts';
import type { Db } from '../../platform/db/schema.ts';
import { openSqlite } from '../../platform/db/sqlite/sqlite.ts';
import { freshDatabase } from './fresh-database.ts';
import { type Reset, resetter } from './template.ts';

/** A database of a test. `giveBack` is called after it is closed. */
interface Borrowed {
  database: Database;
  giveBack: () => Promise<void>;
}

/** A PostgreSQL database with connections that outlive the test: new ones would first read the whole catalog. */
interface Kept {
  engine: Engine;
  reset: Reset;
  drop: () => Promise<void>;
}

let content: Buffer | undefined;

/** PostgreSQL databases of this process that are free again; they end with the server that was started for the run. */
const free: Kept[] = [];
/** More are borrowed at once only by few tests. */
const MOST_FREE = 3;

/** An empty database of the current schema: SQLite in memory, or on the server at TEST_DATABASE_URL. */
export async function emptyDatabase(): Promise<Borrowed> {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env;
  if (!server) return { database: await inMemory(), giveBack: async () => {} };
  if (!template) {
    const { url, drop } = await freshDatabase(server);
    return { database: await migrate(openPostgres(url)), giveBack: drop };
  }
  const kept = free.pop() ?? (await createKept(server, template));
  const giveBack = async () => {
    const { open, idle } = kept.engine.connections();
    // A connection in use belongs to something that the test did not wait for. A test may also have cut the reset's.
    const isReset = open === idle && free.length < MOST_FREE && (await kept.reset().catch(() => false));
    if (isReset) free.push(kept);
    else await kept.drop();
  };
  return { database: connect(keptOpen(kept.engine)), giveBack };
}

async function createKept(server: string, template: string): Promise<Kept> {
  const { url, drop } = await freshDatabase(server, template);
  const engine = openPostgres(url);
  const { reset, end } = await resetter(url);
  return {
    engine,
    reset,
    drop: async () => {
      await Promise.all([connect(engine).close(), end()]);
      await drop();
    },
  };
}

/** The engine, whose connections stay open when its database is closed. */
function keptOpen(engine: Engine): Engine {
  const { dialect } = engine;
  const createDriver = () => {
    const driver = dialect.createDriver();
    driver.destroy = async () => {};
    return driver;
  };
  return {
    ...engine,
    dialect: {
      createDriver,
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    },
    close: async () => {},
  };
}

/** The run has prepared the content of a migrated database, unless this process is no test. */
async function inMemory(): Promise<Database> {
  const file = process.env.TEST_SQLITE_TEMPLATE;
  if (!file) return migrate(openSqlite(':memory:', { exclusive: false }));
  content ??= readFileSync(file);
  return connect(openSqlite(':memory:', { exclusive: false, content }));
}

/** The SQLite database of a folder, with the latest migrations. */
export async function existingDatabase(folder: string): Promise<Borrowed> {
  return { database: await migrate(openSqlite(folder, { exclusive: false })), giveBack: async () => {} };
}

/** The address of a borrowed database of PostgreSQL, for a second connection. */
export async function urlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = `/${rows[0]!.name}`;
  return url.href;
}
