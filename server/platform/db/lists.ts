import { type SelectQueryBuilder, sql } from 'kysely';
import { chargeCountedRows } from '../call-cost.ts';
import type { Db, Schema } from './schema.ts';

const BATCH_ROWS = 1000;

/**
 * Reads a long list a batch at a time, so that neither its rows nor one statement take much memory or time.
 * @param read selects up to `limit` rows that follow `last`.
 */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  limit = BATCH_ROWS,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  while (true) {
    const rows = await read(last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/** Counts the rows that a query finds. */
export async function countRows<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
): Promise<number> {
  const counted = query.clearSelect().select(sql`count(*)`.as('total')).$castTo<{ total: number }>();
  const total = Number((await counted.executeTakeFirstOrThrow()).total);
  chargeCountedRows(total);
  return total;
}

/** Lists for admins tell their total up to here: to count all rows of a large table would take seconds for each page. */
const COUNTED_MAX = 10_000;

/** Counts the rows of a table, up to `COUNTED_MAX`. */
export async function countUpTo(db: Db, table: keyof Schema): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from
    (select 1 from ${sql.table(table)} limit ${COUNTED_MAX}) as counted`.execute(db);
  return Number(rows[0]!.total);
}

/** By code point, a text followed by this comes after every text that starts with it. */
export const LAST_CODE_POINT = '\u{10FFFF}';
