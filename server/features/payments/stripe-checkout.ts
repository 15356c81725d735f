import { Problem } from 'contract/errors.ts';
import type Stripe from 'stripe';
import type { CheckoutInput } from './provider.ts';

/** Keeps one checkout open per customer, so that two open tabs cannot pay for two plans. @returns its URL. */
export async function openCheckout(stripe: Stripe, input: CheckoutInput): Promise<string> {
  const { customer_id, user_id, tier, price_id, successUrl, cancelUrl } = input;
  const { data: known } = await stripe.checkout.sessions.list({ customer: customer_id, limit: 100 });
  let same: string | null = null;
  for (const session of known.filter(({ status }) => status === 'open')) {
    if (session.metadata?.price_id === price_id && session.success_url === successUrl) same ??= session.url;
    else await stripe.checkout.sessions.expire(session.id);
  }
  if (same) return same;
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customer_id,
      client_reference_id: user_id,
      line_items: [{ price: price_id, quantity: 1 }],
      metadata: { price_id },
      subscription_data: { metadata: { user_id, tier } },
      success_url: successUrl,
      cancel_url: cancelUrl,
    },
    // Two concurrent calls see the same newest session and so create only one.
    { idempotencyKey: `checkout-${user_id}-${price_id}-${known[0]?.id ?? 'first'}` },
  );
  if (!session.url) throw new Problem('payment_failed');
  return session.url;
}
