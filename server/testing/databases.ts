import { readFileSync } from 'node:fs';
import { connect, type Database, migrate } from '../platform/db/database.ts';
import { openPostgres } from '../platform/db/postgres.ts';
import { openSqlite } from '../platform/db/sqlite.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';
import { reset } from './template.ts';

/** A database of a test. `giveBack` is called after it is closed. */
interface Borrowed {
  database: Database;
  giveBack: () => Promise<void>;
}

let content: Buffer | undefined;

/** PostgreSQL databases of this test file that are free again: emptying one is faster than creating one. */
const free: FreshDatabase[] = [];

/** Drops them. */
export const dropFree = () => Promise.all(free.splice(0).map(({ drop }) => drop()));

/** An empty database of the current schema: SQLite in memory, or on the server at TEST_DATABASE_URL. */
export async function emptyDatabase(): Promise<Borrowed> {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env;
  if (!server) return { database: await inMemory(), giveBack: async () => {} };
  const borrowed = free.pop() ?? (await freshDatabase(server, template));
  const engine = openPostgres(borrowed.url);
  const giveBack = async () => {
    if (template && (await reset(borrowed.url))) free.push(borrowed);
    else await borrowed.drop();
  };
  return { database: template ? connect(engine) : await migrate(engine), giveBack };
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
