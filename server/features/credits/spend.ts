import { Problem } from 'contract/errors.ts';
import type { Engine, WhenLocked } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { toCreditsRecord } from './balance-queries.ts';
import { causeOf, selectCause, selectUnreversed } from './entry-queries.ts';
import type { Accepted, Grant, Posting, Spend } from './monthly.ts';
import { openBatch, post, writeBatch } from './posting-batch.ts';

/**
 * Takes credits.
 * @param whenLocked 'fail' throws at once if another transaction has the balance.
 * @throws Problem `not_enough_credits` with how many are `needed`; `conflict` if the key was used for another cause.
 */
export function spend(tx: Tx, engine: Engine, input: Spend, whenLocked?: WhenLocked): Promise<Accepted> {
  assertPositive(input.amount);
  return postOne(tx, engine, { ...input, amount: -input.amount }, whenLocked);
}

/** Adds credits. The user's debts are settled from them at once, except from an adjustment. */
export function grant(tx: Tx, engine: Engine, input: Grant): Promise<Accepted> {
  assertPositive(input.amount);
  return postOne(tx, engine, input);
}

async function postOne(tx: Tx, engine: Engine, posting: Posting, whenLocked?: WhenLocked): Promise<Accepted> {
  const { user_id, key, amount, now } = posting;
  const batch = await openBatch(tx, engine, [user_id], now, { readDebts: amount > 0, whenLocked });
  const balance = batch.balances.get(user_id)!;
  // After the lock: any transaction that used a key of the same user has ended.
  const known = await selectCause(tx, key);
  if (known !== undefined && known !== causeOf(posting)) throw new Problem('conflict');
  if (known === undefined) {
    const left = balance.credits + amount;
    if (left < 0) throw new Problem('not_enough_credits', undefined, { needed: -left });
    post(batch, posting);
  }
  await writeBatch(tx, engine, batch);
  return { record: toCreditsRecord(balance), repeated: known !== undefined };
}

export function assertPositive(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`${amount} is not a positive number of credits.`);
}

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
