import type { CreditsRecord } from 'contract/credits.ts';
import type { Context } from '../../context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { selectBalance, toCreditsRecord } from './balance-queries.ts';
import { openBatch, writeBatch } from './posting-batch.ts';

/** The user's balance, created if it is missing, including the monthly credits that are due. */
export async function balanceOf(
  c: Pick<Context, 'db' | 'engine' | 'clock' | 'isReadOnly'>,
  user_id: string,
): Promise<CreditsRecord> {
  const now = c.clock();
  const row = await selectBalance(c.db, { user_id });
  const isDue = row && row.grant_due_at !== null && row.grant_due_at <= now;
  // Monthly credits are granted by the first look after the maintenance.
  if (row && (!isDue || c.isReadOnly())) return toCreditsRecord(row);
  return c.db.transaction().execute((tx) => grantDue(tx, c.engine, user_id, now));
}

/** Posts the user's monthly credits that are due. Locks the balance. */
export async function grantDue(tx: Tx, engine: Engine, user_id: string, now: number): Promise<CreditsRecord> {
  const batch = await openBatch(tx, engine, [user_id], now);
  await writeBatch(tx, engine, batch);
  return toCreditsRecord(batch.balances.get(user_id)!);
}
