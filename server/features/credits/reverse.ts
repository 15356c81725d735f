import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { selectUnreversed } from './entry-queries.ts';
import { openBatch, post, writeBatch } from './posting-batch.ts';

interface Spends {
  references: readonly string[];
  kinds?: readonly ('vote' | 'request')[];
}

/**
 * Gives back what was spent on references, each spend once, however often it is called.
 * @param spends.kinds of spends; by default all.
 * @returns how many credits went back, and to how many people.
 */
export async function reverse(
  tx: Tx,
  engine: Engine,
  { references, kinds = ['vote', 'request'], now }: Spends & { now: number },
): Promise<{ credits: number; people: number }> {
  const spenders = (await selectUnreversed(tx, references, kinds)).map((entry) => entry.user_id);
  if (spenders.length === 0) return { credits: 0, people: 0 };
  const batch = await openBatch(tx, engine, spenders, now);
  // Read again under the lock: another transaction may have reversed them.
  const spends = (await selectUnreversed(tx, references, kinds)).filter(({ user_id }) =>
    batch.balances.has(user_id),
  );
  for (const { user_id, amount, key, reference, subject } of spends)
    post(batch, {
      user_id,
      kind: 'reversal',
      amount: -amount,
      key: `reversal:${key}`,
      reference,
      subject,
      now,
    });
  await writeBatch(tx, engine, batch);
  return {
    credits: spends.reduce((sum, { amount }) => sum - amount, 0),
    people: new Set(spends.map(({ user_id }) => user_id)).size,
  };
}
