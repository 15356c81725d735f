import { randomUUID } from 'node:crypto';
import type { Engine, WhenLocked } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { type Balance, insertBalances, lockBalances } from './balance-queries.ts';
import { type Debt, type NewEntry, selectDebts, updateDebts, writePostings } from './entry-queries.ts';
import { dueGrants, type Posting } from './monthly.ts';

/** Locked balances of some users, and the postings to be written to them. */
interface PostingBatch {
  balances: Map<string, Balance>;
  /** The users' debts, oldest first. */
  debts: Debt[];
  entries: NewEntry[];
  changedBalances: Set<Balance>;
  changedDebts: Set<Debt>;
}

/**
 * Locks the users' balances, creates missing ones, and posts the monthly credits that are due.
 * @param options.readDebts whether credits may come in besides the monthly ones: only those settle debts.
 */
export async function openBatch(
  tx: Tx,
  engine: Engine,
  user_ids: readonly string[],
  now: number,
  { readDebts = true, whenLocked }: { readDebts?: boolean; whenLocked?: WhenLocked | undefined } = {},
): Promise<PostingBatch> {
  const lock = () => lockBalances(tx, engine, [...new Set(user_ids)], whenLocked);
  let balances = await lock();
  const missing = new Set(user_ids);
  for (const { user_id } of balances) missing.delete(user_id);
  if (missing.size > 0) {
    const added = [...missing].map((user_id) => ({ id: randomUUID(), user_id, grant_due_at: 0, now }));
    await insertBalances(tx, added);
    balances = await lock();
  }
  const due = await dueGrants(tx, engine, balances, now);
  const batch: PostingBatch = {
    balances: new Map(balances.map((balance) => [balance.user_id, balance])),
    debts: readDebts || due.length > 0 ? await selectDebts(tx, engine, user_ids) : [],
    entries: [],
    changedBalances: new Set(),
    changedDebts: new Set(),
  };
  for (const { balance, grant_due_at, posting } of due) {
    balance.grant_due_at = grant_due_at;
    batch.changedBalances.add(balance);
    if (posting) post(batch, posting);
  }
  return batch;
}

/**
 * Adds a posting to the batch. The caller checks that the balance suffices. Credits that come in first settle the
 * user's debts, except for an adjustment, which sets the balance.
 */
export function post(batch: PostingBatch, posting: Posting): void {
  const { now, ...entry } = posting;
  const balance = batch.balances.get(posting.user_id)!;
  balance.credits += posting.amount;
  if (posting.amount < 0) balance.last_spend = now;
  else balance.last_refilled = now;
  batch.changedBalances.add(balance);
  batch.entries.push({ id: randomUUID(), ...entry, balance: balance.credits, created_at: now });
  if (posting.amount > 0 && posting.kind !== 'adjustment') settleDebts(batch, posting);
}

function settleDebts(batch: PostingBatch, income: Posting): void {
  let left = income.amount;
  for (const debt of batch.debts) {
    if (debt.user_id !== income.user_id || debt.owed === 0 || left === 0) continue;
    const paid = Math.min(debt.owed, left);
    left -= paid;
    debt.owed -= paid;
    batch.changedDebts.add(debt);
    post(batch, {
      user_id: debt.user_id,
      kind: 'clawback',
      amount: -paid,
      key: `settle:${debt.key}:${income.key}`,
      reference: debt.reference,
      subject: debt.subject,
      now: income.now,
    });
  }
}

/** Writes a batch: entries and the balances that are their sums, always together. */
export async function writeBatch(tx: Tx, engine: Engine, batch: PostingBatch): Promise<void> {
  const { entries, changedBalances, changedDebts } = batch;
  if (changedBalances.size > 0) await writePostings(tx, engine, entries, [...changedBalances]);
  if (changedDebts.size > 0) await updateDebts(tx, engine, [...changedDebts]);
}
