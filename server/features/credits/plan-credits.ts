import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { grantDue } from './balance.ts';
import { selectDue, setGrantDue } from './balance-queries.ts';
import { firstDue } from './monthly.ts';
import { openBatch, writeBatch } from './posting-batch.ts';

/**
 * Makes monthly credits depend on the payment of a plan. Paid: this month's credits are granted now if they were not
 * before, so that a short subscription grants them even if the user stays away. Unpaid: none are granted until it is
 * paid or the plan changes.
 */
export async function setPlanPaid(
  tx: Tx,
  engine: Engine,
  input: { user_id: string; tier: Tier; paid: boolean; now: number },
): Promise<void> {
  const { user_id, tier, paid, now } = input;
  await setGrantDue(tx, user_id, paid ? firstDue(tier, now) : null);
  if (paid) await grantDue(tx, engine, user_id, now);
}

/** Balances per transaction. */
const BATCH_SIZE = 500;

/** The daily job: grants the monthly credits that are due to users who have not been here. */
export async function grantMonthly(c: Pick<Context, 'db' | 'engine' | 'clock'>): Promise<void> {
  const now = c.clock();
  for (;;) {
    const user_ids = await selectDue(c.db, now, BATCH_SIZE);
    if (user_ids.length === 0) return;
    await c.db.transaction().execute(async (tx) => {
      await writeBatch(tx, c.engine, await openBatch(tx, c.engine, user_ids, now));
    });
  }
}
