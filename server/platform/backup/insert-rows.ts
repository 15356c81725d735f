import { sql } from 'kysely';
import type { Engine } from '../db/engine.ts';
import type { Tx } from '../db/schema.ts';
import type { Row } from './snapshot.ts';

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
