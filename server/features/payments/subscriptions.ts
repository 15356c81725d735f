import { Problem } from 'contract/errors.ts';
import type { SubscriptionTable } from '../../platform/db/tables/payments.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { selectCustomer, selectRunningSubscriptions, withCustomer } from './customers.ts';
import { type PaymentProvider, type PaymentsContext, requireProvider } from './provider.ts';
import type { SoldTier } from './settings.ts';

/** Return paths of the hosted pages; the web page reads the query. */
const SUCCESS = '/profile?subscription=done';
const CANCELED = '/profile?subscription=cancelled';
const CHANGED = '/profile?subscription=changed';

/** The newest subscription that has not ended; null without one. */
export async function runningSubscription(c: PaymentsContext, user_id: string) {
  const [newest] = await selectRunningSubscriptions(c.db, user_id);
  if (!newest) return null;
  const { tier, status, cancel_at_period_end, current_period_end } = newest;
  return { tier, status, cancel_at_period_end: cancel_at_period_end === 1, current_period_end };
}

/** The plans that have a price at the provider. */
export function soldPlans(c: PaymentsContext): SoldTier[] {
  return Object.keys(c.payments?.prices ?? {}) as SoldTier[];
}

/**
 * The URL of a hosted page: a checkout for a first subscription, the customer portal to change an existing one.
 * @throws Problem `subscriptions_off` without a price; `already_subscribed`, also for an admin, whose plan includes
 *   everything; `unauthorized` if the account is deleted meanwhile; those of the provider.
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
  const provider = requireProvider(c);
  const [running] = await selectRunningSubscriptions(c.db, user.id);
  if (running) return changePlan(provider, running, { tier, price_id, returnUrl: origin + CHANGED });
  const urls = { successUrl: origin + SUCCESS, cancelUrl: origin + CANCELED };
  return withCustomer(c, provider, user, (customer_id) =>
    provider.openCheckout({ customer_id, user_id: user.id, tier, price_id, ...urls }),
  );
}

/** Opens the portal at the confirmation of the new plan; at its start page if the plan cannot be changed now. */
async function changePlan(
  provider: PaymentProvider,
  running: SubscriptionTable,
  { tier, price_id, returnUrl }: { tier: SoldTier; price_id: string; returnUrl: string },
): Promise<string> {
  const canChange = running.status === 'active' && running.cancel_at_period_end === 0;
  if (canChange && running.tier === tier) throw new Problem('already_subscribed');
  const found = await provider.findSubscription(running.id);
  if (!found) throw new Problem('payment_failed');
  const { customer_id, id: subscription_id, item_id } = found;
  const change = { subscription_id, item_id, price_id };
  const hasChange = canChange && found.price_id !== price_id;
  return provider.openPortal({ customer_id, returnUrl, ...(hasChange && { change }) });
}

/** @throws Problem `payments_off`; `not_found` for a user who never was a customer; those of the provider. */
export async function openPortal(c: PaymentsContext, user_id: string, origin: string): Promise<string> {
  const provider = requireProvider(c);
  const customer_id = (await selectCustomer(c.db, { user_id }))?.stripe_customer_id;
  if (!customer_id) throw new Problem('not_found');
  return provider.openPortal({ customer_id, returnUrl: origin + CHANGED });
}
