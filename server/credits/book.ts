import { randomUUID } from 'node:crypto';
import type { CreditKind } from 'contract/credits.ts';
import type { Engine } from '../db/engine.ts';
import type { Tx } from '../db/schema.ts';
import { dueGrants } from './monthly.ts';
import {
  type Balance,
  type Debt,
  holdBalances,
  insertBalances,
  type NewEntry,
  selectDebts,
  updateDebts,
  writeMovements,
} from './queries.ts';

/** Credits that move, for one cause. */
export interface Movement {
  user_id: string;
  kind: CreditKind;
  /** Added, or (below 0) taken. */
  amount: number;
  /** Moves credits once, however often it comes. */
  key: string;
  /** What causes it: the id of a request, of a purchase … */
  reference: string;
  subject: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** The balances of some users, held until the transaction ends, and what is to be written of them. */
export interface Book {
  balances: Map<string, Balance>;
  /** What they owe, oldest first. */
  debts: Debt[];
  entries: NewEntry[];
  changed: Set<Balance>;
  settled: Set<Debt>;
}

/**
 * Holds the users' balances, made at 0 where missing, and puts down the monthly credits that are due. A constant
 * number of statements.
 * @param earning whether credits may come in beside those: only what comes in settles debts.
 */
export async function openBook(
  tx: Tx,
  engine: Engine,
  user_ids: readonly string[],
  now: number,
  earning = true,
): Promise<Book> {
  const wanted = [...new Set(user_ids)];
  let rows = await holdBalances(tx, engine, wanted);
  if (rows.length < wanted.length) {
    const known = new Set(rows.map((row) => row.user_id));
    const missing = wanted.filter((user_id) => !known.has(user_id));
    await insertBalances(
      tx,
      missing.map((user_id) => ({ id: randomUUID(), user_id, grant_due_at: 0, now })),
    );
    rows = await holdBalances(tx, engine, wanted);
  }
  const due = await dueGrants(tx, engine, rows, now);
  const book: Book = {
    balances: new Map(rows.map((row) => [row.user_id, row])),
    debts: earning || due.length > 0 ? await selectDebts(tx, engine, wanted) : [],
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

/** Writes what was put down: the entries and the balances that are their sums, together. */
export async function closeBook(tx: Tx, engine: Engine, book: Book): Promise<void> {
  // Every entry changes a balance.
  if (book.changed.size > 0) await writeMovements(tx, engine, book.entries, [...book.changed]);
  if (book.settled.size > 0) await updateDebts(tx, engine, [...book.settled]);
}
