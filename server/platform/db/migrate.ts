import { createHash } from 'node:crypto';
import { Kysely, type RawBuilder, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import type { Engine } from './engine.ts';
import { allMigrations, type Migrations } from './migrations/all.ts';
import type { Db, Schema, Tx } from './schema.ts';
import { getSetting, putSetting } from './settings.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export interface MigrateOptions {
  /** The last migration to run; by default all run. */
  last?: string;
  /** Tests add a next step to those of this version. */
  migrations?: Migrations;
}

/**
 * Runs pending migrations: all of them or, if one fails or the process ends meanwhile, none. One server at a time does.
 * @throws StartupError if the tables are not those that the migrations that have run make.
 */
export function runMigrations(
  db: Db,
  engine: Engine,
  { last, migrations = allMigrations }: MigrateOptions,
): Promise<void> {
  const steps = Object.fromEntries(Object.entries(migrations).map(([name, open]) => [name, open(engine)]));
  return alone(db, engine, async (tx) => {
    const applied = await appliedMigrations(tx, engine);
    refuseUnknown(applied, Object.keys(steps));
    if (applied.length > 0)
      await verifySchema(tx, engine, async (empty) => {
        for (const name of applied) await steps[name]!.up(empty);
      });
    const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => steps } });
    const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
    if (error) throw error;
    if (results!.length === 0) return;
    if (engine.kind === 'sqlite') await checkReferences(tx);
    await putSetting(tx, FINGERPRINT, fingerprintOf(await schemaOf(tx, engine)));
  });
}

/** The lock that Kysely takes, so that a server of another version waits for it, too. */
const MIGRATION_LOCK = '3853314791062309107';

/** Migrates in one transaction, which on PostgreSQL also holds the lock. */
async function alone(db: Db, { kind }: Engine, run: (tx: Tx) => Promise<void>): Promise<void> {
  if (kind === 'postgres')
    return db.transaction().execute(async (tx) => {
      const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
      await sql`select ${sql.join(limits.map((name) => sql`set_config(${name}, '0', true)`))}`.execute(tx);
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}::bigint)`.execute(tx);
      await run(tx);
    });
  // A migration may replace a table that others refer to. Inside of a transaction this would have no effect.
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    await db.transaction().execute(run);
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

async function checkReferences(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_check limit 1`.execute(
    tx,
  );
  if (rows[0]) throw new Error(`A migration has left rows of ${rows[0].table} that refer to missing ones.`);
}

const TABLES = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'table'`,
  postgres: sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema()`,
};

const HOW_TO_GO_ON =
  'Start the version that made it, restore a backup of this version, or begin with an empty database: another DATA_DIR or DATABASE_URL.';

/** @returns the names of the migrations that have run, in their order. @throws StartupError */
async function appliedMigrations(tx: Tx, { kind }: Engine): Promise<string[]> {
  const tables = (await TABLES[kind].execute(tx)).rows.map(({ name }) => name);
  const { rows } = tables.includes('kysely_migration')
    ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx)
    : { rows: [] };
  if (rows.length === 0 && tables.includes('user'))
    throw new StartupError(
      `Ovation cannot start: its database is of no version, older or newer. The first start of an older version was interrupted, which left it unfinished and without content, or another program made it. ${HOW_TO_GO_ON}`,
    );
  return rows.map(({ name }) => name);
}

/** An older server would not know what newer ones keep in the database. @throws StartupError */
function refuseUnknown(applied: string[], known: string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  if (applied.includes(known[0]!) && unknown.every((name) => name > known.at(-1)!))
    throw new StartupError(
      `Ovation cannot start: its database was changed by a newer version (${unknown.at(-1)}). Start that version, or restore a backup from before the upgrade.`,
    );
  throw new StartupError(
    `Ovation cannot start: its database is of an older version from before the first release (${unknown.at(-1)}), which cannot be upgraded. ${HOW_TO_GO_ON}`,
  );
}

/** A table, index, constraint or trigger. */
interface Part {
  name: string;
  definition: string;
}

/** Indexes of SQLite's full-text search are tables whose own tables are its secret. */
const PARTS: Record<Engine['kind'], RawBuilder<Part>> = {
  sqlite: sql`select part.type || ' ' || part.name as name, part.sql as definition
    from sqlite_master part left join pragma_table_list list on list.schema = 'main' and list.name = part.tbl_name
    where part.sql is not null and part.name not like 'sqlite%' and coalesce(list.type, '') <> 'shadow'`,
  postgres: sql`with own as (select oid, relname from pg_class where relkind = 'r'
      and relnamespace = current_schema()::regnamespace)
    select 'table ' || relname as name, string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, attidentity, pg_get_expr(adbin, adrelid)), ', ' order by attname)
        as definition
      from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum group by relname
    union all select 'constraint ' || conname, relname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      from own join pg_constraint on conrelid = own.oid where contype in ('c', 'f', 'p', 'u')
    union all select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid, 0, true)
      from own join pg_index on indrelid = own.oid
    union all select 'trigger ' || tgname, pg_get_triggerdef(pg_trigger.oid, true)
      from own join pg_trigger on tgrelid = own.oid where not tgisinternal`,
};

async function schemaOf(db: Db | Tx, { kind }: Engine): Promise<Part[]> {
  const { rows } = await PARTS[kind].execute(db);
  return rows.map(({ name, definition }) => ({
    name,
    // SQLite keeps the text of a statement, and rewrites names in quotes.
    definition: definition.toLowerCase().replace(/["\s]+/g, ' '),
  }));
}

/** The setting that holds the fingerprint of the schema when it was last right. */
export const FINGERPRINT = 'schema_fingerprint';

const fingerprintOf = (schema: Part[]): string =>
  createHash('sha256')
    .update(JSON.stringify(schema.map(({ name, definition }) => `${name} ${definition}`).sort()))
    .digest('hex');

/**
 * Compares the schema with the one of an empty database in which `create` runs, unless it is as it was the last time.
 * Whatever there is besides is the operator's, such as an index.
 * @throws StartupError that names the differences.
 */
async function verifySchema(
  tx: Tx,
  engine: Engine,
  create: (empty: Db | Tx) => Promise<void>,
): Promise<void> {
  const found = await schemaOf(tx, engine);
  const fingerprint = fingerprintOf(found);
  const known = found.some(({ name }) => name === 'table setting')
    ? await getSetting(tx, FINGERPRINT)
    : undefined;
  if (known === fingerprint) return;
  const expected = await inEmptyDatabase(tx, engine, async (empty) => {
    await create(empty);
    return schemaOf(empty, engine);
  });
  const definitions = new Map(found.map(({ name, definition }) => [name, definition]));
  const differing = expected.filter(({ name, definition }) => definitions.get(name) !== definition);
  if (differing.length === 0) return putSetting(tx, FINGERPRINT, fingerprint);
  const names = differing.slice(0, 3).map(({ name }) => name);
  const more = differing.length > names.length ? ` and ${differing.length - names.length} more` : '';
  const differs = `(${names.join(', ')}${more})`;
  throw new StartupError(
    known === undefined
      ? `Ovation cannot start: its database is of an older version from before the first release, which cannot be upgraded, or another program has changed it ${differs}. ${HOW_TO_GO_ON}`
      : `Ovation cannot start: its database is of no version, older or newer, because another program has changed it ${differs}. Undo that, or restore a backup.`,
  );
}

/** Runs `use` in an empty database beside this one, which is gone afterwards. */
async function inEmptyDatabase<T>(tx: Tx, engine: Engine, use: (empty: Db | Tx) => Promise<T>): Promise<T> {
  if (engine.kind === 'sqlite') {
    const empty = new Kysely<Schema>({ dialect: openSqlite(':memory:', { exclusive: false }).dialect });
    return use(empty).finally(() => empty.destroy());
  }
  await sql`savepoint before`.execute(tx);
  await sql`create schema ovation_empty`.execute(tx);
  await sql`select set_config('search_path', 'ovation_empty, ' || current_setting('search_path'), true)`.execute(
    tx,
  );
  const result = await use(tx);
  await sql`rollback to savepoint before`.execute(tx);
  return result;
}
