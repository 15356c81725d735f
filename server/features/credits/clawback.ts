import { Problem } from 'contract/errors.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { selectClawback, selectClawbacks, selectPurchased, setReversed } from './entry-queries.ts';
import type { Movement } from './monthly.ts';
import { openBatch, post, writeBatch } from './posting-batch.ts';
import { assertPositive } from './spend.ts';

/**
 * Makes the total that is clawed back from a purchase exactly `amount`: reverses the newest clawbacks while the total
 * is too high, then claws back what is missing.
 */
export async function setClawedBack(tx: Tx, engine: Engine, input: Omit<Movement, 'key'>): Promise<void> {
  const { user_id, reference, now } = input;
  const all = await selectClawbacks(tx, user_id, reference);
  const open = all.filter(({ reversed_at }) => reversed_at === null);
  let total = open.reduce((sum, { amount }) => sum + amount, 0);
  while (total > input.amount) {
    const newest = open.pop()!;
    await reverseClawback(tx, engine, { key: newest.key, now });
    total -= newest.amount;
  }
  const amount = input.amount - total;
  const key = `clawback:${reference}:${all.length + 1}`;
  if (amount > 0) await clawBack(tx, engine, { ...input, amount, key });
}

/**
 * Takes back what a purchase gave, at most that much, and never below a balance of 0: the rest is owed and settled
 * from later income. Happens once per key. Does nothing for a reference that has given nothing.
 * @returns what was taken now, and what is still owed.
 * @throws Problem `conflict` if the key was used for another purchase.
 */
export async function clawBack(
  tx: Tx,
  engine: Engine,
  input: Movement,
): Promise<{ taken: number; owed: number; repeated: boolean }> {
  const { user_id, reference, key, subject, now } = input;
  assertPositive(input.amount);
  const batch = await openBatch(tx, engine, [user_id], now);
  const known = await selectClawback(tx, key);
  const { given, clawedBack } = await selectPurchased(tx, user_id, reference);
  const amount = known || given === 0 ? 0 : Math.min(input.amount, given - clawedBack);
  const taken = Math.min(amount, batch.balances.get(user_id)!.credits);
  if (taken > 0) post(batch, { user_id, kind: 'clawback', amount: -taken, key, reference, subject, now });
  await writeBatch(tx, engine, batch);
  if (known) {
    if (known.user_id !== user_id || known.reference !== reference) throw new Problem('conflict');
    return { taken: 0, owed: batch.debts.find((debt) => debt.key === key)?.owed ?? 0, repeated: true };
  }
  const owed = amount - taken;
  const row = { key, user_id, reference, amount, owed, subject, created_at: now, reversed_at: null };
  if (given > 0) await tx.insertInto('clawback').values(row).execute();
  return { taken, owed, repeated: false };
}

/**
 * Undoes a clawback, for example after a dispute is won: gives back what it took and cancels what is still owed for
 * it. Happens once per key; does nothing for an unknown key.
 */
export async function reverseClawback(
  tx: Tx,
  engine: Engine,
  { key, now }: { key: string; now: number },
): Promise<{ credits: number }> {
  const owner = (await selectClawback(tx, key))?.user_id;
  if (owner === undefined) return { credits: 0 };
  const batch = await openBatch(tx, engine, [owner], now);
  const debt = batch.debts.find((one) => one.key === key);
  const { user_id, reference, subject, amount, owed, reversed_at } = (await selectClawback(tx, key))!;
  if (reversed_at !== null) {
    await writeBatch(tx, engine, batch);
    return { credits: 0 };
  }
  const credits = amount - (debt?.owed ?? owed);
  // The debt is canceled, so the returned credits must not settle it.
  batch.debts = batch.debts.filter((one) => one !== debt);
  if (debt) batch.changedDebts.delete(debt);
  const posting = { user_id, kind: 'reversal' as const, key: `reversal:${key}`, reference, subject, now };
  if (credits > 0) post(batch, { ...posting, amount: credits });
  await writeBatch(tx, engine, batch);
  await setReversed(tx, key, now);
  return { credits };
}
