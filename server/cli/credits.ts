import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '../app-context.ts';
import { findUser } from '../features/accounts/accounts.ts';
import { adjust, grant } from '../features/credits/credits.ts';
import { packageName, selectPurchasesForReview } from '../features/payments/payments.ts';
import { invariants } from '../features.ts';
import { checkInvariants, type Finding, type Invariant } from '../platform/db/invariant.ts';
import type { Db } from '../platform/db/schema.ts';
import type { CommandContext } from './with-context.ts';

/** The ledger violates an invariant. */
export class LedgerBroken extends Error {}

/** More at once is probably a typing error. */
const GRANT_MOST = 1_000_000;

const AMOUNT_RULE = `Please give a whole number from 1 to ${GRANT_MOST.toLocaleString('en')}.`;

/** An amount of credits on the command line. */
export const creditsAmount = z
  .string()
  .regex(/^[0-9]{1,10}$/, AMOUNT_RULE)
  .transform(Number)
  .pipe(z.number().min(1, AMOUNT_RULE).max(GRANT_MOST, AMOUNT_RULE));

/** Grants credits, with a reason that appears in the user's history. */
export async function grantCredits(
  c: CommandContext,
  email: string,
  amount: number,
  reason: string,
): Promise<string> {
  const { id } = await findUser(c, email);
  const cause = {
    key: `grant:operator:${randomUUID()}`,
    reference: 'operator',
    subject: reason,
    now: c.clock(),
  };
  const { record } = await c.db
    .transaction()
    .execute((tx) => grant(tx, c.engine, { user_id: id, kind: 'grant', amount, ...cause }));
  return `${email} got ${number(amount)} credits and holds ${number(record.credits)} now.`;
}

/**
 * Takes credits, with a reason that appears in the user's history.
 * @throws Problem `not_enough_credits` if the user holds fewer.
 */
export async function takeCredits(
  c: CommandContext,
  email: string,
  amount: number,
  reason: string,
): Promise<string> {
  const { id } = await findUser(c, email);
  const record = await c.db
    .transaction()
    .execute((tx) => adjust(tx, c, { user_id: id, by: -amount, reference: 'operator', reason }));
  return `${email} gave back ${number(amount)} credits and holds ${number(record.credits)} now.`;
}

/** @throws LedgerBroken that lists the findings. */
export async function checkedLedger(c: CommandContext): Promise<string> {
  const { checked, findings } = await checkLedger(c.db);
  const report = reportOf(findings);
  if (report) throw new LedgerBroken(report);
  return [...checked.map((name) => `ok  ${name}`), 'The ledger is clean.'].join('\n');
}

/** Reports what the check of the ledger found; undefined if it is clean. */
export function reportOf(findings: readonly Finding[]): string | undefined {
  return findings.length === 0 ? undefined : findings.map(report).join('\n\n');
}

function report({ name, rows, examples }: Finding): string {
  const shown = examples.map((row) => `  ${JSON.stringify(row)}`);
  return [`Not true: ${name}. Rows that show it: ${rows}, such as`, ...shown].join('\n');
}

const number = (value: number) => value.toLocaleString('en');

/** Checks the whole ledger. */
export async function checkLedger(
  db: Db,
  checks: readonly Invariant[] = invariants,
): Promise<{ checked: string[]; findings: Finding[] }> {
  const findings = await checkInvariants(db, checks);
  return { checked: checks.map(({ name }) => name), findings };
}

/** Lists payments that credited nothing or not enough, and what to do about each. Amounts are in US dollars. */
export async function reviewPayments(c: Pick<AppContext, 'db'>): Promise<string> {
  const purchases = await selectPurchasesForReview(c.db);
  if (purchases.length === 0) return 'No payment needs a review.';
  const lines = purchases.map((purchase) => {
    const day = new Date(purchase.created_at).toISOString().slice(0, 10);
    const dollars = (purchase.amount / 100).toFixed(2);
    const buyer = purchase.email ?? 'a deleted account';
    const advice = ADVICE[purchase.review_reason!](purchase.payment_intent_id ?? 'none', purchase.id);
    return `${day}  ${packageName(purchase)}, $${dollars}, by ${buyer}\n  purchase ${purchase.id}\n  ${advice}`;
  });
  return [...lines, 'A payment leaves this list once it is refunded at Stripe.'].join('\n\n');
}

const ADVICE = {
  wrong_amount: (payment: string) =>
    `The amount or currency differs from the price, so nothing was credited. Refund ${payment}.`,
  paid_twice: (payment: string, purchase: string) =>
    `Paid twice, credited once for ${payment}. Find the other payment by its metadata purchase_id ${purchase} and refund it.`,
  account_deleted: (payment: string) =>
    `Paid after the account was deleted, so nothing was credited. Refund ${payment}.`,
};
