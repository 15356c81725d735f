import { highestTier, type Tier } from 'contract/plans.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { SubscriptionTable } from '../../platform/db/tables/payments.ts';
import { changeTier, grantedTier } from '../accounts/accounts.ts';
import { setPlanPaid } from '../credits/credits.ts';
import {
  selectCustomer,
  selectRunningSubscriptions,
  selectSubscription,
  upsertSubscription,
} from './customers.ts';
import type { PaymentProvider, PaymentsContext, ProviderSubscription } from './provider.ts';
import { applySync, lockBuyer, startSync } from './queries.ts';

/**
 * Reads a subscription from the provider, saves it, and updates its user's plan. Safe to call repeatedly and
 * concurrently.
 * @returns a warning for the log, if something needs the operator.
 * @throws Problem of the provider.
 */
export async function syncSubscription(
  c: PaymentsContext,
  provider: PaymentProvider,
  id: string,
): Promise<string | undefined> {
  const sync = await startSync(c.db, id);
  const found = await provider.findSubscription(id);
  if (!found) return 'the provider does not know this subscription';
  const known = await selectSubscription(c.db, id);
  const user_id = known?.user_id ?? (await selectCustomer(c.db, found))?.user_id;
  if (user_id === undefined) return 'a subscription of an unknown customer';
  return c.db.transaction().execute((tx) => applySubscription(c, tx, provider, { user_id, found, sync }));
}

async function applySubscription(
  c: PaymentsContext,
  tx: Tx,
  provider: PaymentProvider,
  { user_id, found, sync }: { user_id: string; found: ProviderSubscription; sync: number },
): Promise<string | undefined> {
  const hasAccount = await lockBuyer(tx, c.engine, user_id);
  if (!(await applySync(tx, found.id, sync))) return;
  const known = await selectSubscription(tx, found.id);
  // Not paid yet, or ended without ever being paid: there is nothing to save.
  if (found.status === 'incomplete') return;
  if (!known && found.status === 'ended') return;
  const tier = tierOf(provider, found, known);
  if (!tier) return 'a subscription to a price that is not a plan';
  const before = await selectRunningSubscriptions(tx, user_id);
  const now = c.clock();
  await upsertSubscription(tx, {
    id: found.id,
    user_id,
    tier,
    price_id: found.price_id,
    status: found.status,
    cancel_at_period_end: found.cancel_at_period_end ? 1 : 0,
    current_period_end: found.current_period_end,
    created_at: known?.created_at ?? now,
    updated_at: now,
  });
  const running = await selectRunningSubscriptions(tx, user_id);
  if (hasAccount) await updatePlan(c, tx, user_id, before, running);
  if (running.length > 1) return 'a user with more than one subscription';
}

/** By its price. If the settings now name another price for a plan, an existing subscription keeps its plan. */
function tierOf(
  provider: PaymentProvider,
  found: ProviderSubscription,
  known: SubscriptionTable | undefined,
) {
  for (const tier of ['plus', 'premium', 'platinum'] as const)
    if (provider.prices[tier] === found.price_id) return tier;
  if (known && (known.price_id === found.price_id || found.status === 'ended')) return known.tier;
}

/** Gives the user the higher of the plan they pay for and the plan that was granted. Admins stay admins. */
async function updatePlan(
  c: PaymentsContext,
  tx: Tx,
  user_id: string,
  before: readonly SubscriptionTable[],
  running: readonly SubscriptionTable[],
): Promise<void> {
  const account = await selectCustomer(tx, { user_id });
  if (!account || account.plan_tier === 'admin') return;
  const paidTier = highestTier(running.map((one) => one.tier));
  const granted = await grantedTier(tx, user_id);
  let plan_tier: Tier = account.plan_tier;
  if (paidTier !== highestTier(before.map((one) => one.tier))) {
    plan_tier = highestTier([paidTier, granted]);
    await changeTier(tx, c, user_id, plan_tier);
  }
  // The monthly credits of a granted plan do not depend on a payment.
  if (plan_tier !== paidTier || plan_tier === granted) return;
  const paid = running.some((one) => one.tier === paidTier && one.status === 'active');
  await setPlanPaid(tx, c.engine, { user_id, tier: paidTier, paid, now: c.clock() });
}
