import type Stripe from 'stripe';
import type { Payment, ProviderSubscription } from './provider.ts';

const paymentStatuses: Record<string, Payment['status']> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
  requires_capture: 'processing',
};

/** @param disputed cents. */
export function toPayment(intent: Stripe.PaymentIntent, disputed: number): Payment {
  return {
    id: intent.id,
    clientSecret: intent.client_secret!,
    status: paymentStatuses[intent.status] ?? 'open',
    received: intent.amount_received,
    currency: intent.currency,
    purchase_id: intent.metadata.purchase_id,
    refunded: chargeOf(intent)?.amount_refunded ?? 0,
    disputed,
  };
}

export function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
}

/** Statuses in which Stripe holds the money back. A warning and a dispute that was won leave it with us. */
const HELD_BACK = /^(needs_response|under_review|appeal_needs_response|appeal_under_review|lost)$/;

/** The amount in open and lost disputes, cents. */
export function disputedAmount(disputes: Stripe.Dispute[]): number {
  return disputes.filter(({ status }) => HELD_BACK.test(status)).reduce((sum, { amount }) => sum + amount, 0);
}

const subscriptionStatuses: Record<string, ProviderSubscription['status']> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
};

export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0]!;
  return {
    id: subscription.id,
    customer_id: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id,
    item_id: item.id,
    price_id: item.price.id,
    status: subscriptionStatuses[subscription.status] ?? 'ended',
    cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    current_period_end: item.current_period_end * 1000,
  };
}
