import { type Tier, tiers } from 'contract/plans.ts';
import type { SubscriptionTable, Tx } from '../../platform/db/schema.ts';
import { changeTier } from '../accounts/accounts.ts';
import { planPaid } from '../credits/credits.ts';
import { beginLook, isNewest } from './looks.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { PaidPlan, PaymentProvider } from './provider.ts';
import {
  holdBuyer,
  selectCustomer,
  selectRunning,
  selectSubscription,
  writeSubscription,
} from './queries.ts';

/**
 * Looks at how a subscription stands at the provider and makes its user's plan fit. May be called any number of
 * times, at any time, by anybody at once.
 * @returns what was wrong, for the log; undefined when nothing was.
 * @throws Problem of the provider.
 */
export async function lookAtSubscription(
  c: PaymentsContext,
  provider: PaymentProvider,
  id: string,
): Promise<string | undefined> {
  const look = await beginLook(c.db, id);
  const plan = await provider.findSubscription(id);
  if (!plan) return 'the provider does not know this subscription';
  const known = await selectSubscription(c.db, id);
  const user_id = known?.user_id ?? (await selectCustomer(c.db, plan))?.user_id;
  if (user_id === undefined) return 'a subscription of an unknown customer';
  return c.db.transaction().execute((tx) => follow(c, tx, provider, { user_id, plan, look }));
}

async function follow(
  c: PaymentsContext,
  tx: Tx,
  provider: PaymentProvider,
  { user_id, plan, look }: { user_id: string; plan: PaidPlan; look: number },
): Promise<string | undefined> {
  const hasAccount = await holdBuyer(tx, c.engine, user_id);
  if (!(await isNewest(tx, plan.id, look))) return;
  const known = await selectSubscription(tx, plan.id);
  // Never paid, and not yet given up: nothing to keep of it.
  if (plan.status === 'incomplete') return;
  if (!known && plan.status === 'ended') return;
  const tier = tierOf(provider, plan, known);
  if (!tier) return 'a subscription to a price that is no plan';
  const before = best(await selectRunning(tx, user_id));
  const now = c.clock();
  await writeSubscription(tx, {
    id: plan.id,
    user_id,
    tier,
    price_id: plan.price_id,
    status: plan.status,
    cancel_at_period_end: plan.cancel_at_period_end ? 1 : 0,
    current_period_end: plan.current_period_end,
    created_at: known?.created_at ?? now,
    updated_at: now,
  });
  const running = await selectRunning(tx, user_id);
  const after = best(running);
  const status = await selectCustomer(tx, { user_id });
  if (hasAccount && status && isOurs(status.plan_tier, before, after)) {
    if (before !== after) await changeTier(tx, c, user_id, after);
    const paid = running.some((one) => one.tier === after && one.status === 'active');
    await planPaid(tx, c.engine, { user_id, tier: after, paid, now });
  }
  if (running.length > 1) return 'somebody has more than one subscription';
}

/** By its price; a price that was replaced in the settings meanwhile is still the plan that it was. */
function tierOf(provider: PaymentProvider, plan: PaidPlan, known: SubscriptionTable | undefined) {
  for (const tier of ['plus', 'premium', 'platinum'] as const)
    if (provider.prices[tier] === plan.price_id) return tier;
  if (known && (known.price_id === plan.price_id || plan.status === 'ended')) return known.tier;
}

/**
 * Whether the plan that somebody has is the subscriptions' to change: it is the one that they gave, or less than
 * they give now. What an admin gave by hand beyond that stays, and an admin stays one.
 */
function isOurs(current: Tier, before: Tier, after: Tier): boolean {
  if (current === 'admin') return false;
  return current === before || tiers.indexOf(after) > tiers.indexOf(current);
}

function best(running: { tier: Tier }[]): Tier {
  return tiers.findLast((tier) => running.some((one) => one.tier === tier)) ?? 'free';
}
