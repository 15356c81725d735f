import { plans, type Tier } from 'contract/plans.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { Movement } from './movement.ts';
import { type Balance, selectLastGrants, selectPlans } from './queries.ts';

/** When a plan's monthly credits are due for the first time: with the plan itself; null where it has none. */
export function firstDue(tier: Tier, since: number): number | null {
  return plans[tier].monthlyCredits > 0 ? since : null;
}

/** What becomes of somebody's monthly credits: what is granted now, if anything, and when to look again. */
export interface MonthlyGrant {
  balance: Balance;
  grant_due_at: number | null;
  movement?: Movement;
}

/**
 * The monthly credits of whoever of these has them due. A month begins on the anniversary of the plan's start, at
 * the same time of day (UTC): begun at midnight, one that is over later that day would be a month that nobody paid.
 * Months that passed unused are not made up for; a plan that was left and taken again within a month does not grant
 * twice. The balances must be held.
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
  const held = new Map((await selectPlans(tx, engine, user_ids)).map((plan) => [plan.user_id, plan]));
  const references = [...held.values()].map((plan) => referenceOf(plan.user_id, plan.plan_tier));
  const lastKeys = new Map(
    (await selectLastGrants(tx, engine, references)).map(({ reference, key }) => [reference, key]),
  );
  return due.map((balance) => {
    const { user_id } = balance;
    const { plan_tier, plan_since } = held.get(user_id) ?? { plan_tier: 'free', plan_since: now };
    const plan = plans[plan_tier];
    if (plan.monthlyCredits === 0) return { balance, grant_due_at: null };
    const { begins, ends } = monthOf(plan_since, now);
    const reference = referenceOf(user_id, plan_tier);
    const prefix = `grant:${user_id}:${plan_tier}:`;
    const last = lastKeys.get(reference)?.slice(prefix.length);
    if (last !== undefined && begins < anniversary(Date.parse(last), 1))
      return { balance, grant_due_at: ends };
    const movement: Movement = {
      user_id,
      kind: 'grant',
      amount: plan.monthlyCredits,
      key: prefix + new Date(begins).toISOString().slice(0, 10),
      reference,
      subject: `${plan.name} plan, ${monthName.format(begins)}`,
      now,
    };
    return { balance, grant_due_at: ends, movement };
  });
}

const referenceOf = (user_id: string, tier: Tier) => `plan:${user_id}:${tier}`;

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The month of a plan that `now` lies in: when it begins and when the next one does, epoch ms. */
export function monthOf(since: number, now: number): { begins: number; ends: number } {
  const [from, to] = [new Date(since), new Date(now)];
  let n = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (anniversary(since, n) > now) n -= 1;
  n = Math.max(0, n);
  return { begins: anniversary(since, n), ends: anniversary(since, n + 1) };
}

/** The same day and time `months` later (UTC); a shorter month's last day where there is no such day. */
export function anniversary(since: number, months: number): number {
  const date = new Date(since);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + since - midnight;
}
