import type { CreditKind, CreditsRecord } from 'contract/features/credits.ts';
import { plans, type Tier } from 'contract/plans.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { type Balance, selectPlans } from './balance-queries.ts';
import { selectLastGrants } from './entry-queries.ts';

/** Due time of a plan's first monthly credits: with the plan itself; null for a plan without any. */
export function firstDue(tier: Tier, since: number): number | null {
  return plans[tier].monthlyCredits > 0 ? since : null;
}

/** The grant that a balance gets now, if any, and the due time of the next one. */
interface MonthlyGrant {
  balance: Balance;
  grant_due_at: number | null;
  posting?: Posting;
}

/**
 * The monthly credits that are due for locked balances. A month starts on the anniversary of the plan's start, at the
 * same time of day (UTC): starting at midnight would grant a month that ends later that day and that nobody paid for.
 * Months without a visit are not made up for. A plan that is left and taken again within a month grants once.
 */
export async function dueGrants(
  tx: Tx,
  engine: Engine,
  balances: readonly Balance[],
  now: number,
): Promise<MonthlyGrant[]> {
  const due = balances.filter(({ grant_due_at }) => grant_due_at !== null && grant_due_at <= now);
  if (due.length === 0) return [];
  const user_ids = due.map((balance) => balance.user_id);
  const rows = await selectPlans(tx, engine, user_ids);
  const planOf = new Map(rows.map((row) => [row.user_id, row]));
  const references = rows.map((row) => referenceOf(row.user_id, row.plan_tier));
  const grants = await selectLastGrants(tx, engine, references);
  const lastKeys = new Map(grants.map(({ reference, key }) => [reference, key]));
  return due.map((balance) => {
    const { plan_tier, plan_since } = planOf.get(balance.user_id) ?? { plan_tier: 'free', plan_since: now };
    if (plans[plan_tier].monthlyCredits === 0) return { balance, grant_due_at: null };
    const { begins, ends } = monthOf(plan_since, now);
    const posting = monthlyPosting(balance.user_id, plan_tier, begins, now);
    const lastMonth = lastKeys.get(posting.reference)?.slice(-'YYYY-MM-DD'.length);
    const isGranted = lastMonth !== undefined && begins < anniversary(Date.parse(lastMonth), 1);
    return { balance, grant_due_at: ends, ...(!isGranted && { posting }) };
  });
}

/** The key ends in the day on which the month begins, as YYYY-MM-DD. */
function monthlyPosting(user_id: string, tier: Tier, begins: number, now: number): Posting {
  const day = new Date(begins).toISOString().slice(0, 10);
  return {
    user_id,
    kind: 'grant',
    amount: plans[tier].monthlyCredits,
    key: `grant:${user_id}:${tier}:${day}`,
    reference: referenceOf(user_id, tier),
    subject: `${plans[tier].name} plan, ${monthName.format(begins)}`,
    now,
  };
}

const referenceOf = (user_id: string, tier: Tier) => `plan:${user_id}:${tier}`;

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The plan's month that contains `now`: its start and its end, epoch ms. */
export function monthOf(since: number, now: number): { begins: number; ends: number } {
  const [from, to] = [new Date(since), new Date(now)];
  let n = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (anniversary(since, n) > now) n -= 1;
  n = Math.max(0, n);
  return { begins: anniversary(since, n), ends: anniversary(since, n + 1) };
}

/** The same day and time `months` later (UTC); the last day of a shorter month. */
function anniversary(since: number, months: number): number {
  const date = new Date(since);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + since - midnight;
}

/** Base of every movement of credits. */
export interface Movement {
  user_id: string;
  /** A whole number of credits above 0. */
  amount: number;
  /**
   * Unique in the whole ledger: the same cause always has the same key and moves credits once. Start it with the
   * kind, and include the user's id if a caller can choose a part of it: `vote:<user>:<header>`.
   */
  key: string;
  /** The id of the cause; `reverse` and `clawBack` find entries by it. */
  reference: string;
  /** Purpose, as the owner of the balance reads it. */
  subject: string | null;
  /** Epoch milliseconds. */
  now: number;
}

export type Spend = Movement & { kind: 'vote' | 'request' };

export type Grant = Movement & { kind: 'grant' | 'purchase' | 'adjustment' };

/** `repeated`: the key was used before for the same cause, and nothing moved now. */
export interface Accepted {
  record: CreditsRecord;
  repeated: boolean;
}

/** A change of one balance. */
export interface Posting {
  user_id: string;
  kind: CreditKind;
  /** Credits added; negative if they are taken. */
  amount: number;
  /** The idempotency key: an entry with this key is written once. */
  key: string;
  /** The id of the cause: a request, a purchase … */
  reference: string;
  subject: string | null;
  /** Epoch milliseconds. */
  now: number;
}
