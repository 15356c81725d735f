import { randomUUID } from 'node:crypto';
import type { Engine, Statement } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { dueGrants } from './monthly.ts';
import type { Movement } from './movement.ts';
import {
  type Balance,
  type Debt,
  debtWrite,
  holdBalances,
  insertBalances,
  movementWrites,
  type NewEntry,
  selectDebts,
} from './queries.ts';

/** The balances of some users, held until the transaction ends, and what is to be written of them. */
export interface Book {
  balances: Map<string, Balance>;
  /** What they owe, oldest first. */
  debts: Debt[];
  entries: NewEntry[];
  changed: Set<Balance>;
  settled: Set<Debt>;
}

/** Holds the users' balances, made at 0 where missing, as `bookOf` has them. */
export async function openBook(
  tx: Tx,
  engine: Engine,
  user_ids: readonly string[],
  now: number,
): Promise<Book> {
  const held = () => holdBalances(tx, engine, [...new Set(user_ids)]).execute();
  const rows = await held();
  return bookOf(tx, engine, (await addMissing(tx, user_ids, rows, now)) ? await held() : rows, now);
}

/** Makes balances of 0 for those of the users who are not among the rows. @returns whether there was one. */
export async function addMissing(
  tx: Tx,
  user_ids: readonly string[],
  rows: readonly Balance[],
  now: number,
): Promise<boolean> {
  const missing = new Set(user_ids);
  for (const { user_id } of rows) missing.delete(user_id);
  if (missing.size === 0) return false;
  await insertBalances(
    tx,
    [...missing].map((user_id) => ({ id: randomUUID(), user_id, grant_due_at: 0, now })),
  );
  return true;
}

/**
 * Puts down the monthly credits that are due of balances that are held. A constant number of statements.
 * @param earning whether credits may come in beside those: only what comes in settles debts.
 */
export async function bookOf(
  tx: Tx,
  engine: Engine,
  balances: readonly Balance[],
  now: number,
  earning = true,
): Promise<Book> {
  const due = await dueGrants(tx, engine, balances, now);
  const user_ids = balances.map((balance) => balance.user_id);
  const book: Book = {
    balances: new Map(balances.map((balance) => [balance.user_id, balance])),
    debts: earning || due.length > 0 ? await selectDebts(tx, engine, user_ids) : [],
    entries: [],
    changed: new Set(),
    settled: new Set(),
  };
  for (const { balance, grant_due_at, movement } of due) {
    balance.grant_due_at = grant_due_at;
    book.changed.add(balance);
    if (movement) putDown(book, movement);
  }
  return book;
}

/**
 * Puts a movement down. Credits that come in settle first what the user owes; an adjustment does not, since it
 * sets what the balance shall be. Whether the balance suffices is for the caller to ask.
 */
export function putDown(book: Book, movement: Movement): void {
  const { now, ...rest } = movement;
  const balance = book.balances.get(movement.user_id)!;
  balance.credits += movement.amount;
  if (movement.amount < 0) balance.last_spend = now;
  else balance.last_refilled = now;
  book.changed.add(balance);
  book.entries.push({ id: randomUUID(), ...rest, balance: balance.credits, created_at: now });
  if (movement.amount > 0 && movement.kind !== 'adjustment') settle(book, movement);
}

function settle(book: Book, income: Movement): void {
  let left = income.amount;
  for (const debt of book.debts) {
    if (debt.user_id !== income.user_id || debt.owed === 0 || left === 0) continue;
    const paid = Math.min(debt.owed, left);
    left -= paid;
    debt.owed -= paid;
    book.settled.add(debt);
    putDown(book, {
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

/** Writes what was put down. */
export async function closeBook(tx: Tx, engine: Engine, book: Book): Promise<void> {
  await engine.pipeline(tx, writesOf(engine, book));
}

/** What is to be written: the entries and the balances that are their sums, none without the other. */
export function writesOf(engine: Engine, book: Book): Statement[] {
  return [
    // Every entry changes a balance.
    ...(book.changed.size > 0 ? movementWrites(engine, book.entries, [...book.changed]) : []),
    ...(book.settled.size > 0 ? [debtWrite(engine, [...book.settled])] : []),
  ];
}
