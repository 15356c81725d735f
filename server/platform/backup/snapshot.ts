import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseSettings } from '../db/database.ts';
import { assertWhole, databaseFile } from '../db/sqlite/sqlite-files.ts';
import { BackupError } from './format.ts';

/** Tables that the migrations keep about themselves. A backup names the migrations instead. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** Rows of a batch, so that a table of any size is read in bounded memory. */
const BATCH_ROWS = 1000;

export type Row = Record<string, unknown>;

/** All tables as they were at one moment, while others go on writing. */
export interface Snapshot {
  engine: 'sqlite' | 'postgres';
  /** The migrations that have run, in the order of their names. */
  migrations: string[];
  /** A table comes after those that it refers to. */
  tables: string[];
  /** The rows of a table in batches. */
  rows: (table: string) => AsyncIterable<Row[]>;
  close: () => Promise<void>;
}

export function openSnapshot({ databaseUrl, dataDir }: DatabaseSettings): Promise<Snapshot> {
  return databaseUrl ? openPostgresSnapshot(databaseUrl) : openSqliteSnapshot(dataDir);
}

/** Reads the embedded database in one transaction, which neither waits for writers nor stops them. */
async function openSqliteSnapshot(folder: string): Promise<Snapshot> {
  const file = databaseFile(folder);
  assertWhole(folder);
  if (!existsSync(file)) throw new BackupError(`There is no database in ${folder}.`);
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('begin');
  const names = (statement: string) =>
    database
      .prepare(statement)
      .all()
      .map(({ name }) => String(name));
  const tables = names(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  ).filter((name) => !MIGRATION_TABLES.includes(name));
  const references = database
    .prepare(
      `select list.name as child, "table" as parent from pragma_table_list as list, pragma_foreign_key_list(list.name)
        where list.schema = 'main'`,
    )
    .all() as { child: string; parent: string }[];
  return {
    engine: 'sqlite',
    migrations: names('select name from kysely_migration order by name'),
    tables: parentsFirst(tables, references),
    rows: async function* (table) {
      let batch: Row[] = [];
      for (const row of database.prepare(`select * from "${table}"`).iterate()) {
        if (batch.push(row) < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    close: async () => database.close(),
  };
}

const BIGINT = 20;

/** Reads PostgreSQL in one repeatable-read transaction, through cursors. */
async function openPostgresSnapshot(connectionString: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString,
    types: {
      getTypeParser: (type, format) =>
        type === BIGINT
          ? Number
          : (pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown),
    },
  });
  // A lost connection fails its query; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await snapshotOf(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function snapshotOf(client: pg.Client): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only');
  const names = async (statement: string) =>
    (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name);
  const tables = await names(
    'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  );
  if (!tables.includes('kysely_migration')) throw new BackupError('This is no database of Ovation.');
  const references = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint
      join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
      where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  return {
    engine: 'postgres',
    migrations: await names('select name from kysely_migration order by name'),
    tables: parentsFirst(
      tables.filter((name) => !MIGRATION_TABLES.includes(name)),
      references.rows,
    ),
    rows: async function* (table) {
      await client.query(`declare rows no scroll cursor for select * from ${client.escapeIdentifier(table)}`);
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${BATCH_ROWS} from rows`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('close rows');
    },
    close: () => client.end(),
  };
}

/** Sorts tables so that each comes after those it refers to. Tables that refer to each other keep their order. */
function parentsFirst(
  tables: readonly string[],
  references: readonly { child: string; parent: string }[],
): string[] {
  const sorted = new Set<string>();
  const visited = new Set<string>();
  const visit = (table: string) => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const { child, parent } of references) if (child === table && tables.includes(parent)) visit(parent);
    sorted.add(table);
  };
  for (const table of tables) visit(table);
  return [...sorted];
}
