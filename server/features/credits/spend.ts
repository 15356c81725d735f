import { Problem } from 'contract/errors.ts';
import type { Engine, RowsOf, Statement, WhenLocked } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { lockBalances, toCreditsRecord } from './balance-queries.ts';
import { causeOf, selectCauses, selectUnreversed } from './entry-queries.ts';
import type { Accepted, Grant, Posting, Refused, Spend } from './monthly.ts';
import {
  batchStatements,
  insertMissingBalances,
  openBatch,
  post,
  toBatch,
  writeBatch,
} from './posting-batch.ts';

/**
 * Takes credits.
 * @throws Problem `not_enough_credits` with how many are `needed`; `conflict` if the key was used for another cause.
 */
export async function spend(tx: Tx, engine: Engine, input: Spend): Promise<Accepted> {
  const [outcome] = await spendAll(tx, engine, [input]);
  if ('needed' in outcome!) throw new Problem('not_enough_credits', undefined, { needed: outcome.needed });
  return outcome!;
}

/**
 * Takes credits of any number of users in a constant number of statements. Each spend is accepted or refused by
 * itself, in order.
 * @throws Problem `conflict` if a key was used for another cause.
 */
export function spendAll(tx: Tx, engine: Engine, spends: readonly Spend[]): Promise<(Accepted | Refused)[]> {
  return postAll(tx, engine, spends.map(toPosting));
}

/** Adds credits. The user's debts are settled from them at once, except from an adjustment. */
export async function grant(tx: Tx, engine: Engine, input: Grant): Promise<Accepted> {
  assertPositive(input.amount);
  const [outcome] = await postAll(tx, engine, [input]);
  return outcome as Accepted;
}

async function postAll(tx: Tx, engine: Engine, postings: readonly Posting[]) {
  const rows = await engine.pipeline(tx, spendReads(tx, engine, postings));
  const { outcomes, writes } = await decide(tx, engine, postings, rows);
  await engine.pipeline(tx, writes);
  return outcomes;
}

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

async function decide(
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

function toPosting(spend: Spend): Posting {
  assertPositive(spend.amount);
  return { ...spend, amount: -spend.amount };
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
