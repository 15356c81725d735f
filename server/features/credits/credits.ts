import { randomUUID } from 'node:crypto';
import type { CreditsRecord } from 'contract/credits.ts';
import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../context.ts';
import type { Engine, RowsOf, Statement } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { addMissing, type Book, bookOf, closeBook, openBook, putDown, writesOf } from './book.ts';
import { creditChecks } from './checks.ts';
import { firstDue } from './monthly.ts';
import type { Movement } from './movement.ts';
import { creditData } from './personal.ts';
import {
  type Balance,
  causeOf,
  closeClawback,
  holdBalances,
  insertClawback,
  selectBalance,
  selectCauses,
  selectClawback,
  selectClawbacks,
  selectDue,
  selectGiven,
  selectTaken,
  setGrantDue,
  takeCredits,
} from './queries.ts';

/**
 * Credits move only here, always inside the transaction of what they pay for, and always together with their
 * entry in the ledger. Whoever also holds rows of what is paid for holds those first, then calls one of these:
 * balances are held last, so that no two transactions wait for each other in a circle.
 */

export { creditChecks, creditData };

/** What is common to every movement. */
interface Cause {
  user_id: string;
  /** How many credits: a whole number above 0. */
  amount: number;
  /**
   * Unique over the whole ledger: the same cause always has the same key, and moves credits once. Begin it with
   * the kind, and put the user's id into it where a caller may choose part of it: `vote:<user>:<header>`.
   */
  key: string;
  /** The id of what caused it, by which `reverse` and `clawBack` find it again. */
  reference: string;
  /** What it was for, in words its owner understands. */
  subject: string | null;
  /** Epoch milliseconds. */
  now: number;
}

export type Spend = Cause & { kind: 'vote' | 'request' };
export type Grant = Cause & { kind: 'grant' | 'purchase' | 'adjustment' };

/** The balance after it. `repeated`: the key had been used for the very same before, and nothing moved now. */
export interface Moved {
  record: CreditsRecord;
  repeated: boolean;
}

/** How many credits are missing; nothing moved. */
export interface Refused {
  needed: number;
}

/**
 * Takes credits, if there are enough.
 * @throws Problem `not_enough_credits` with how many are `needed`; `conflict` when the key was used for
 *   something else. Nothing moved then.
 */
export async function spend(tx: Tx, engine: Engine, wish: Spend): Promise<Moved> {
  mustBeCount(wish.amount);
  const plain = await takeCredits(tx, engine, { ...wish, id: randomUUID() });
  if (plain) return { record: recordOf(plain), repeated: false };
  const [outcome] = await spendAll(tx, engine, [wish]);
  if ('needed' in outcome!) throw new Problem('not_enough_credits', undefined, { needed: outcome.needed });
  return outcome!;
}

/**
 * Many spends at once, of any users, in a constant number of statements: each is accepted or refused by itself,
 * in the given order.
 * @returns for each, in the same order, what `spend` would have answered, or how many credits are missing.
 * @throws Problem `conflict` when a key was used for something else.
 */
export async function spendAll(
  tx: Tx,
  engine: Engine,
  wishes: readonly Spend[],
): Promise<(Moved | Refused)[]> {
  return moveAll(tx, engine, wishes.map(taking));
}

/**
 * `spendAll` in three steps, for a caller that saves round trips by sending statements of its own along: what is
 * returned here is to be run first, then `decideSpends` told its rows, then what that returns written.
 * @param wishes at least those that are decided then.
 */
export function lookForSpends(tx: Tx, engine: Engine, wishes: readonly Pick<Spend, 'user_id' | 'key'>[]) {
  return [
    holdBalances(tx, engine, [...new Set(wishes.map((wish) => wish.user_id))]),
    // Looked for under the lock: whoever used a key of the same user before has ended.
    selectCauses(
      engine,
      wishes.map((wish) => wish.key),
    ),
  ] as const;
}

/** The second step: decides, and says what is to be written, if anything. @throws Problem as `spendAll`. */
export function decideSpends(
  tx: Tx,
  engine: Engine,
  wishes: readonly Spend[],
  seen: Seen,
): Promise<{ outcomes: (Moved | Refused)[]; writes: Statement[] }> {
  return decideAll(tx, engine, wishes.map(taking), seen);
}

const taking = (wish: Spend): Movement => ({ ...wish, amount: -mustBeCount(wish.amount) });

/** Adds credits. What the user owes of a clawback is taken out of them at once, but for an adjustment. */
export async function grant(tx: Tx, engine: Engine, wish: Grant): Promise<Moved> {
  mustBeCount(wish.amount);
  const [outcome] = await moveAll(tx, engine, [wish]);
  return outcome as Moved;
}

/**
 * Gives back what spends of this reference took, each once, however often it is called and whoever made them.
 * @returns how many credits went back, and to how many people.
 */
export async function reverse(
  tx: Tx,
  engine: Engine,
  wish: { reference: string; now: number },
): Promise<{ credits: number; people: number }> {
  const spenders = (await selectTaken(tx, wish.reference)).map((entry) => entry.user_id);
  if (spenders.length === 0) return { credits: 0, people: 0 };
  const book = await openBook(tx, engine, spenders, wish.now);
  // Looked at again under the lock: another may have given it back meanwhile.
  const taken = (await selectTaken(tx, wish.reference)).filter(({ user_id }) => book.balances.has(user_id));
  for (const { user_id, amount, key, subject } of taken) {
    const { reference, now } = wish;
    putDown(book, {
      user_id,
      kind: 'reversal',
      amount: -amount,
      key: `reversal:${key}`,
      reference,
      subject,
      now,
    });
  }
  await closeBook(tx, engine, book);
  return {
    credits: taken.reduce((sum, { amount }) => sum - amount, 0),
    people: new Set(taken.map(({ user_id }) => user_id)).size,
  };
}

/**
 * Takes back what a purchase gave, at most what it gave and never below a balance of 0: the rest is owed and taken
 * out of credits that come in later. Once by its key. A reference that has given nothing (yet) leaves no trace.
 * @returns what was taken now, and what is owed still.
 * @throws Problem `conflict` when the key was used for another purchase.
 */
export async function clawBack(
  tx: Tx,
  engine: Engine,
  wish: Omit<Cause, 'kind'>,
): Promise<{ taken: number; owed: number; repeated: boolean }> {
  const { user_id, reference, key, subject, now } = wish;
  mustBeCount(wish.amount);
  const book = await openBook(tx, engine, [user_id], now);
  const known = await selectClawback(tx, key);
  const { given, asked } = await selectGiven(tx, user_id, reference);
  const amount = known || given === 0 ? 0 : Math.min(wish.amount, given - asked);
  const taken = Math.min(amount, book.balances.get(user_id)!.credits);
  if (taken > 0) putDown(book, { user_id, kind: 'clawback', amount: -taken, key, reference, subject, now });
  await closeBook(tx, engine, book);
  if (known) {
    if (known.user_id !== user_id || known.reference !== reference) throw new Problem('conflict');
    const debt = book.debts.find((one) => one.key === key);
    return { taken: 0, owed: debt?.owed ?? 0, repeated: true };
  }
  const owed = amount - taken;
  if (given > 0)
    await insertClawback(tx, {
      key,
      user_id,
      reference,
      amount,
      owed,
      subject,
      created_at: now,
      reversed_at: null,
    });
  return { taken, owed, repeated: false };
}

/**
 * Makes the credits that are clawed back of what a purchase gave exactly `amount`: reverses the newest clawbacks
 * while they are too many, then claws back what is missing.
 */
export async function setClawedBack(tx: Tx, engine: Engine, wish: Omit<Cause, 'key'>): Promise<void> {
  const { user_id, reference, now } = wish;
  const all = await selectClawbacks(tx, user_id, reference);
  const open = all.filter(({ reversed_at }) => reversed_at === null);
  let clawedBack = open.reduce((sum, { amount }) => sum + amount, 0);
  while (clawedBack > wish.amount) {
    const newest = open.pop()!;
    await giveBack(tx, engine, { key: newest.key, now });
    clawedBack -= newest.amount;
  }
  const amount = wish.amount - clawedBack;
  const key = `clawback:${reference}:${all.length + 1}`;
  if (amount > 0) await clawBack(tx, engine, { ...wish, amount, key });
}

/**
 * Undoes a clawback, as for a dispute that was won: what it took comes back, what is owed for it is forgiven. Once;
 * for a clawback that never was, nothing.
 * @param wish.key the clawback's.
 */
export async function giveBack(
  tx: Tx,
  engine: Engine,
  wish: { key: string; now: number },
): Promise<{ credits: number }> {
  const { key, now } = wish;
  const owner = (await selectClawback(tx, key))?.user_id;
  if (owner === undefined) return { credits: 0 };
  const book = await openBook(tx, engine, [owner], now);
  const settledNow = book.debts.find((debt) => debt.key === key);
  const { user_id, reference, subject, amount, owed, reversed_at } = (await selectClawback(tx, key))!;
  if (reversed_at !== null) {
    await closeBook(tx, engine, book);
    return { credits: 0 };
  }
  const credits = amount - (settledNow?.owed ?? owed);
  // What is forgiven must not be settled out of what comes back.
  book.debts = book.debts.filter((debt) => debt.key !== key);
  if (settledNow) book.settled.delete(settledNow);
  if (credits > 0)
    putDown(book, {
      user_id,
      kind: 'reversal',
      amount: credits,
      key: `reversal:${key}`,
      reference,
      subject,
      now,
    });
  await closeBook(tx, engine, book);
  await closeClawback(tx, key, now);
  return { credits };
}

/**
 * Makes monthly credits follow what is paid for a plan. Paid: those of this month come at once, if they have not
 * yet, so that a plan which ends before anybody came by has given them. Unpaid: none come until it is paid, or
 * until there is another plan.
 */
export async function setPlanPaid(
  tx: Tx,
  engine: Engine,
  wish: { user_id: string; tier: Tier; paid: boolean; now: number },
): Promise<void> {
  const { user_id, tier, paid, now } = wish;
  await setGrantDue(tx, user_id, paid ? firstDue(tier, now) : null);
  if (paid) await upToDate(tx, engine, user_id, now);
}

/** The true balance, made at 0 where missing; monthly credits that are due come with it. */
export async function balanceOf(
  c: Pick<Context, 'db' | 'engine' | 'clock'>,
  user_id: string,
): Promise<CreditsRecord> {
  const now = c.clock();
  const row = await selectBalance(c.db, { user_id });
  if (row && !(row.grant_due_at !== null && row.grant_due_at <= now)) return recordOf(row);
  return c.db.transaction().execute((tx) => upToDate(tx, c.engine, user_id, now));
}

/** The same within a transaction, which holds the balance from here on. */
export async function upToDate(tx: Tx, engine: Engine, user_id: string, now: number): Promise<CreditsRecord> {
  const book = await openBook(tx, engine, [user_id], now);
  await closeBook(tx, engine, book);
  return recordIn(book, user_id);
}

/** Balances whose monthly credits are granted in one transaction. */
const AT_ONCE = 500;

/** Grants every monthly credit that is due, for those who have not come by; daily. */
export async function grantMonthly(c: Pick<Context, 'db' | 'engine' | 'clock'>): Promise<void> {
  const now = c.clock();
  for (;;) {
    const user_ids = await selectDue(c.db, now, AT_ONCE);
    if (user_ids.length === 0) return;
    await c.db.transaction().execute(async (tx) => {
      await closeBook(tx, c.engine, await openBook(tx, c.engine, user_ids, now));
    });
  }
}

async function moveAll(tx: Tx, engine: Engine, movements: readonly Movement[]) {
  const seen = await engine.pipeline(tx, lookForSpends(tx, engine, movements));
  const { outcomes, writes } = await decideAll(tx, engine, movements, seen);
  await engine.pipeline(tx, writes);
  return outcomes;
}

type Seen = RowsOf<ReturnType<typeof lookForSpends>>;

async function decideAll(tx: Tx, engine: Engine, movements: readonly Movement[], seen: Seen) {
  const now = Math.max(...movements.map((movement) => movement.now));
  const user_ids = movements.map((movement) => movement.user_id);
  let [balances, causes] = seen;
  if (await addMissing(tx, user_ids, balances, now))
    [balances, causes] = await engine.pipeline(tx, lookForSpends(tx, engine, movements));
  const earning = movements.some((movement) => movement.amount > 0);
  const book = await bookOf(tx, engine, balances, now, earning);
  const causeBy = new Map(causes.map(({ key, cause }) => [key, cause]));
  const outcomes = movements.map((movement): Moved | Refused => {
    const before = causeBy.get(movement.key);
    if (before && before !== causeOf(movement)) throw new Problem('conflict');
    if (!before) {
      const { credits } = book.balances.get(movement.user_id)!;
      if (credits + movement.amount < 0) return { needed: -movement.amount - credits };
      causeBy.set(movement.key, causeOf(movement));
      putDown(book, movement);
    }
    return { record: recordIn(book, movement.user_id), repeated: Boolean(before) };
  });
  return { outcomes, writes: writesOf(engine, book) };
}

function mustBeCount(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`${amount} is no number of credits.`);
  return amount;
}

const recordIn = (book: Book, user_id: string) => recordOf(book.balances.get(user_id)!);

/** A balance as the contract has it. */
export function recordOf({ id, user_id, credits, last_spend, last_refilled }: Balance): CreditsRecord {
  return { id, credits_id: id, user_id, credits, last_spend, last_refilled };
}
