import { Problem } from 'contract/errors.ts';
import type { Engine, RowsOf, Statement, WhenLocked } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { lockBalances, toCreditsRecord } from './balance-queries.ts';
import { causeOf, selectCauses } from './entry-queries.ts';
import type { Accepted, Refused, Spend } from './movement.ts';
import type { Posting } from './posting.ts';
import { batchStatements, insertMissingBalances, post, toBatch } from './posting-batch.ts';

/**
 * The reads of `spendAll`, for a caller that sends them in one pipeline with its own. Pass their rows to
 * `decideSpends` and run the writes that it returns.
 * @param spends at least those to be decided.
 * @param whenLocked with 'skip', locked balances are missing; do not decide spends of their users.
 */
export function spendReads(
  tx: Tx,
  engine: Engine,
  spends: readonly Pick<Spend, 'user_id' | 'key'>[],
  whenLocked: WhenLocked = 'wait',
) {
  return [
    lockBalances(tx, engine, [...new Set(spends.map((one) => one.user_id))], whenLocked),
    // After the lock: any transaction that used a key of the same user has ended.
    selectCauses(
      engine,
      spends.map((one) => one.key),
    ),
  ] as const;
}

type SpendRows = RowsOf<ReturnType<typeof spendReads>>;

interface Decision {
  outcomes: (Accepted | Refused)[];
  writes: Statement[];
}

/** Decides spends from the rows of `spendReads`. @throws Problem `conflict`, as `spendAll`. */
export function decideSpends(
  tx: Tx,
  engine: Engine,
  spends: readonly Spend[],
  rows: SpendRows,
): Promise<Decision> {
  return decide(tx, engine, spends.map(toPosting), rows);
}

export async function decide(
  tx: Tx,
  engine: Engine,
  postings: readonly Posting[],
  rows: SpendRows,
): Promise<Decision> {
  const now = Math.max(...postings.map((posting) => posting.now));
  const user_ids = postings.map((posting) => posting.user_id);
  let [balances, causes] = rows;
  if (await insertMissingBalances(tx, user_ids, balances, now))
    [balances, causes] = await engine.pipeline(tx, spendReads(tx, engine, postings));
  const hasIncome = postings.some((posting) => posting.amount > 0);
  const batch = await toBatch(tx, engine, balances, now, hasIncome);
  const causeByKey = new Map(causes.map(({ key, cause }) => [key, cause]));
  const outcomes = postings.map((posting): Accepted | Refused => {
    const balance = batch.balances.get(posting.user_id)!;
    const known = causeByKey.get(posting.key);
    if (known && known !== causeOf(posting)) throw new Problem('conflict');
    if (!known) {
      const left = balance.credits + posting.amount;
      if (left < 0) return { needed: -left };
      causeByKey.set(posting.key, causeOf(posting));
      post(batch, posting);
    }
    return { record: toCreditsRecord(balance), repeated: Boolean(known) };
  });
  return { outcomes, writes: batchStatements(engine, batch) };
}

export function toPosting(spend: Spend): Posting {
  assertPositive(spend.amount);
  return { ...spend, amount: -spend.amount };
}

export function assertPositive(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`${amount} is not a positive number of credits.`);
}
