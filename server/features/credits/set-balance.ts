import { randomUUID } from 'node:crypto';
import type { CreditsRecord } from 'contract/credits.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { toCreditsRecord } from './balance-queries.ts';
import { openBatch, post, writeBatch } from './posting-batch.ts';

export function setBalance(
  c: Context,
  admin: CurrentUser,
  user_id: string,
  { credits, reason }: { credits: number; reason: string | undefined },
): Promise<CreditsRecord> {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    const batch = await openBatch(tx, c.engine, [user_id], now);
    const balance = batch.balances.get(user_id)!;
    const amount = credits - balance.credits;
    if (amount !== 0)
      post(batch, {
        user_id,
        kind: 'adjustment',
        amount,
        key: `adjustment:${randomUUID()}`,
        reference: `admin:${admin.id}`,
        subject: reason?.trim() || null,
        now,
      });
    await writeBatch(tx, c.engine, batch);
    return toCreditsRecord(balance);
  });
}
