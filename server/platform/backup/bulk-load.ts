import { sql } from 'kysely';
import type { Engine } from '../db/engine.ts';
import type { Tx } from '../db/schema.ts';
import type { Row } from './snapshot.ts';

/**
 * Runs `load` without triggers: the tables that they maintain are loaded as well. Afterwards the search indexes and
 * the counters of row numbers fit the rows.
 */
export async function withoutTriggers(
  tx: Tx,
  { kind }: Engine,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  if (kind === 'postgres') {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await load();
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
    await advanceRowNumbers(tx);
    return;
  }
  const triggers = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger'`.execute(tx);
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  await load();
  const searches = await sql<{ name: string }>`select name from sqlite_master
    where sql like 'create virtual table % using fts5(%content = ''_%'`.execute(tx);
  for (const { name } of searches.rows)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(tx);
  for (const trigger of triggers.rows) await sql.raw(trigger.sql).execute(tx);
}

/** Lets PostgreSQL's row numbers go on after the highest one. */
async function advanceRowNumbers(tx: Tx): Promise<void> {
  const columns = await sql<{
    table: string;
    column: string;
  }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(
    tx,
  );
  for (const { table, column } of columns.rows)
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(tx);
}

/** Both engines accept this many parameters in a statement. */
const MAX_PARAMETERS = 30_000;

/** Inserts rows as they are, their row numbers included. All rows have the same columns. */
export async function insertRows(
  tx: Tx,
  { kind }: Engine,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const overriding = kind === 'postgres' ? sql` overriding system value` : sql``;
  const atOnce = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length));
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows
      .slice(start, start + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table)} (${names})${overriding} values ${sql.join(values)}`.execute(tx);
  }
}
