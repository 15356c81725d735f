import { Problem } from 'contract/errors.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { replaceCustomer } from '../accounts/accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { PaymentProvider } from './provider.ts';
import { needProvider } from './purchases.ts';
import { selectCustomer, selectRunning } from './queries.ts';
import type { SoldTier } from './settings.ts';

/** Where the hosted pages send the customer back to; the page reads the query. */
const DONE = '/profile?subscription=done';
const CANCELLED = '/profile?subscription=cancelled';
const BACK = '/profile?subscription=changed';

/** The subscription that counts: the newest that is not over. */
export async function runningSubscription(c: PaymentsContext, user_id: string) {
  const [newest] = await selectRunning(c.db, user_id);
  if (!newest) return null;
  const { tier, status, cancel_at_period_end, current_period_end } = newest;
  return {
    tier,
    status,
    cancel_at_period_end: cancel_at_period_end === 1,
    current_period_end,
  };
}

/** The plans that can be subscribed to here. */
export function soldPlans(c: PaymentsContext): SoldTier[] {
  return Object.keys(c.payments?.prices ?? {}) as SoldTier[];
}

/**
 * The address of a hosted page: a checkout for a first subscription, the customer portal to change one or to
 * mend it.
 * @throws Problem `subscriptions_off` without a price; `already_subscribed`, also for an admin, whose plan has
 *   everything; those of the provider.
 */
export async function subscribe(
  c: PaymentsContext,
  user: CurrentUser,
  tier: SoldTier,
  origin: string,
): Promise<string> {
  const price_id = c.payments?.prices[tier];
  if (!price_id) throw new Problem('subscriptions_off');
  if (user.plan_tier === 'admin') throw new Problem('already_subscribed');
  const provider = needProvider(c);
  const [running] = await selectRunning(c.db, user.id);
  if (running) return changePlan(provider, running, { tier, price_id, returnTo: origin + BACK });
  const wish = {
    user_id: user.id,
    tier,
    price_id,
    doneTo: origin + DONE,
    cancelTo: origin + CANCELLED,
  };
  return withCustomer(c, provider, user, (customer_id) => provider.openCheckout({ customer_id, ...wish }));
}

/** Straight to where this plan is confirmed; where that cannot be, to the portal's own first page. */
async function changePlan(
  provider: PaymentProvider,
  running: { id: string; tier: SoldTier; status: string; cancel_at_period_end: 0 | 1 },
  wish: { tier: SoldTier; price_id: string; returnTo: string },
): Promise<string> {
  const { tier, price_id, returnTo } = wish;
  const untroubled = running.status === 'active' && running.cancel_at_period_end === 0;
  if (untroubled && running.tier === tier) throw new Problem('already_subscribed');
  const plan = await provider.findSubscription(running.id);
  if (!plan) throw new Problem('payment_failed');
  const change = { subscription_id: plan.id, item_id: plan.item_id, price_id };
  return provider.openPortal({
    customer_id: plan.customer_id,
    returnTo,
    ...(untroubled && plan.price_id !== price_id && { change }),
  });
}

/** @throws Problem `payments_off`; `not_found` for somebody who never was a customer; those of the provider. */
export async function openPortal(c: PaymentsContext, user_id: string, origin: string): Promise<string> {
  const provider = needProvider(c);
  const customer_id = (await selectCustomer(c.db, { user_id }))?.stripe_customer_id;
  if (!customer_id) throw new Problem('not_found');
  return provider.openPortal({ customer_id, returnTo: origin + BACK });
}

/**
 * Does something as a customer of the provider, who is made when there is none, and made anew when the provider
 * does not know them any more, as after a change of keys.
 */
async function withCustomer(
  c: PaymentsContext,
  provider: PaymentProvider,
  user: CurrentUser,
  work: (customer_id: string) => Promise<string>,
): Promise<string> {
  const status = await selectCustomer(c.db, { user_id: user.id });
  if (!status) throw new Problem('not_found');
  const known = status.stripe_customer_id;
  if (known !== null) {
    try {
      return await work(known);
    } catch (error) {
      if (!isMissingCustomer(error)) throw error;
    }
  }
  const fresh = await provider.makeCustomer({
    user_id: user.id,
    email: user.email,
    key: `customer-${user.id}-${known ?? 'first'}`,
  });
  await replaceCustomer(c.db, user.id, known, fresh);
  return work(fresh);
}

function isMissingCustomer(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; param?: unknown } };
  return cause?.code === 'resource_missing' && cause.param === 'customer';
}
