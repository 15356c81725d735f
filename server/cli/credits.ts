import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findUser } from '../features/accounts/accounts.ts';
import { adjust, grant } from '../features/credits/credits.ts';
import type { Finding } from '../platform/db/invariant.ts';
import type { CommandContext } from './command.ts';
import { checkLedger } from './ledger.ts';

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
