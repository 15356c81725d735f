import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { CreditsRecord } from 'contract/features/credits.ts';
import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { selectBalance, selectDue, setGrantDue, toCreditsRecord } from './balance-queries.ts';
import { firstDue } from './monthly.ts';
import { openBatch, post, writeBatch } from './posting-batch.ts';

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

/** Sets a user's balance, as an admin. */
export function setBalance(
  c: Context,
  admin: CurrentUser,
  user_id: string,
  { credits, reason }: { credits: number; reason: string | undefined },
): Promise<CreditsRecord> {
  const reference = `admin:${admin.id}`;
  return c.db.transaction().execute((tx) => adjust(tx, c, { user_id, to: credits, reference, reason }));
}

/**
 * Corrects a balance by an adjustment that an operator or an admin decided.
 * @param change `to` a number of credits, or `by` one, negative to take some.
 * @throws Problem `not_enough_credits` with how many are `needed` to take that many.
 */
export async function adjust(
  tx: Tx,
  c: Pick<Context, 'engine' | 'clock'>,
  change: { user_id: string; reference: string; reason: string | undefined } & (
    | { to: number; by?: never }
    | { by: number; to?: never }
  ),
): Promise<CreditsRecord> {
  const { user_id, reference, reason } = change;
  const now = c.clock();
  const batch = await openBatch(tx, c.engine, [user_id], now);
  const balance = batch.balances.get(user_id)!;
  const amount = change.by ?? change.to - balance.credits;
  if (balance.credits + amount < 0)
    throw new Problem('not_enough_credits', undefined, { needed: -amount - balance.credits });
  if (amount !== 0)
    post(batch, {
      user_id,
      kind: 'adjustment',
      amount,
      key: `adjustment:${randomUUID()}`,
      reference,
      subject: reason?.trim() || null,
      now,
    });
  await writeBatch(tx, c.engine, batch);
  return toCreditsRecord(balance);
}
