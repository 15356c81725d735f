import { randomUUID } from 'node:crypto';
import type { CreditsRecord } from 'contract/credits.ts';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { toCreditsRecord } from './balance-queries.ts';
import { openBatch, post, writeBatch } from './posting-batch.ts';

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
