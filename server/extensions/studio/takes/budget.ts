import type { Db, Tx } from '../../../platform/db/schema.ts';

/** The month of a time, UTC: `2026-11`. */
export const monthOf = (now: number) => new Date(now).toISOString().slice(0, 7);

/**
 * Reserves cents of a month's budget, before anything is sent.
 * @param budget cents; undefined without a limit. A take that costs nothing is always allowed.
 * @returns whether the budget suffices.
 */
export async function reserve(
  tx: Tx,
  { month, cents, budget }: { month: string; cents: number; budget: number | undefined },
): Promise<boolean> {
  if (cents === 0) return true;
  await tx
    .insertInto('studio_month')
    .values({ month, cents: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let update = tx
    .updateTable('studio_month')
    .set(({ eb }) => ({ cents: eb('cents', '+', cents) }))
    .where('month', '=', month);
  if (budget !== undefined) update = update.where('cents', '<=', budget - cents);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Frees what was reserved for a take that was certainly not bought. */
export async function free(tx: Tx, { month, cents }: { month: string; cents: number }): Promise<void> {
  if (cents === 0) return;
  await tx
    .updateTable('studio_month')
    .set(({ eb }) => ({ cents: eb('cents', '-', cents) }))
    .where('month', '=', month)
    .execute();
}

/** Cents reserved or spent in a month by each generator. */
export async function selectSpending(db: Db, month: string): Promise<{ generator: string; cents: number }[]> {
  const rows = await db
    .selectFrom('take')
    .where('month', '=', month)
    .where('is_billed', '=', 1)
    .groupBy('generator')
    .select(({ fn }) => ['generator', fn.sum<number>('cents').as('cents')])
    .orderBy('generator')
    .execute();
  return rows.map(({ generator, cents }) => ({ generator, cents: Number(cents) }));
}
