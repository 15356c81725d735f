import { sql } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** Lists for admins tell their total up to here: to count all rows of a large table would take seconds for each page. */
export const COUNTED_MAX = 10_000;

/** How many rows a table has, at most `COUNTED_MAX`. */
export async function countUpTo(db: Db, table: keyof Schema): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from
    (select 1 from ${sql.table(table)} limit ${COUNTED_MAX}) as counted`.execute(db);
  return Number(rows[0]!.total);
}
