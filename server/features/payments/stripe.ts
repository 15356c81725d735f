import { Problem } from 'contract/errors.ts';
import type Stripe from 'stripe';
import type {
  CheckoutInput,
  Payment,
  PaymentProvider,
  PortalInput,
  ProviderSubscription,
} from './provider.ts';
import type { PaymentSettings } from './settings.ts';
import { eventReader } from './signature.ts';

/** Timeout of a call, ms, and the number of retries of one that got no response. */
const LIMITS = { timeout: 10_000, maxNetworkRetries: 1 };

/** Connects to Stripe, or to a stand-in at `settings.apiUrl`. Loads the package only when it is needed. */
export async function openProvider(
  settings: PaymentSettings,
  limits: Partial<typeof LIMITS> = {},
): Promise<PaymentProvider> {
  const { default: StripeClient } = await import('stripe');
  const stripe = new StripeClient(settings.secretKey, {
    ...LIMITS,
    ...limits,
    telemetry: false,
    ...(settings.apiUrl !== undefined && addressOf(settings.apiUrl)),
  });
  return {
    publishableKey: settings.publishableKey,
    prices: settings.prices,
    createPayment: ({ purchase_id, user_id, amount, key }) =>
      callStripe(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount,
            currency: 'usd',
            automatic_payment_methods: { enabled: true },
            metadata: { purchase_id, user_id },
          },
          { idempotencyKey: key },
        );
        return toPayment(intent, 0);
      }),
    findPayment: (id) =>
      findAtStripe(async () => {
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
        if (!chargeOf(intent)?.disputed) return toPayment(intent, 0);
        const { data } = await stripe.disputes.list({ payment_intent: id, limit: 100 });
        return toPayment(intent, disputedAmount(data));
      }),
    createCustomer: ({ user_id, email, key }) =>
      callStripe(async () => {
        const customer = { email, metadata: { user_id } };
        return (await stripe.customers.create(customer, { idempotencyKey: key })).id;
      }),
    deleteCustomer: async (id) => {
      await findAtStripe(() => stripe.customers.del(id));
    },
    findSubscription: (id) =>
      findAtStripe(async () => toSubscription(await stripe.subscriptions.retrieve(id))),
    openCheckout: (input) => callStripe(() => openCheckout(stripe, input)),
    openPortal: (input) =>
      callStripe(async () => (await stripe.billingPortal.sessions.create(portalSession(input))).url),
    readEvent: eventReader(stripe, settings),
  };
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  return protocol === 'http:'
    ? { protocol: 'http' as const, host: hostname, port: port || '80' }
    : { protocol: 'https' as const, host: hostname, port: port || '443' };
}

function portalSession(input: PortalInput): Stripe.BillingPortal.SessionCreateParams {
  const { customer_id, returnUrl, change } = input;
  const session = { customer: customer_id, return_url: returnUrl };
  if (!change) return session;
  return {
    ...session,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: change.subscription_id,
        items: [{ id: change.item_id, price: change.price_id, quantity: 1 }],
      },
      after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
    },
  };
}

/** Keeps one checkout open per customer, so that two open tabs cannot pay for two plans. @returns its URL. */
async function openCheckout(stripe: Stripe, input: CheckoutInput): Promise<string> {
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

/** Characters of what the provider says about a card. */
const MESSAGE_MAX = 300;

/** Calls Stripe and turns its errors into Problems. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toProblem(error);
  }
}

/** Calls Stripe for an object. @returns undefined if there is none. */
async function findAtStripe<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'resource_missing') return undefined;
    throw toProblem(error);
  }
}

/**
 * Never passes on the provider's status: a 401 from there would sign our user out. Its messages are for the
 * operator, except those about a card.
 */
function toProblem(error: unknown): Error {
  if (error instanceof Problem || !(error instanceof Error)) return error as Error;
  const { type } = error as { type?: unknown };
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  const problem = problemOf(type, error.message);
  problem.cause = error;
  return problem;
}

function problemOf(type: string, message: string): Problem {
  if (type === 'StripeCardError') return new Problem('payment_declined', message.slice(0, MESSAGE_MAX));
  return new Problem(type === 'StripeConnectionError' ? 'payment_away' : 'payment_failed');
}

const paymentStatuses: Record<string, Payment['status']> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
  requires_capture: 'processing',
};

/** @param disputed cents. */
function toPayment(intent: Stripe.PaymentIntent, disputed: number): Payment {
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

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
}

/** Statuses in which Stripe holds the money back. A warning and a dispute that was won leave it with us. */
const HELD_BACK = /^(needs_response|under_review|appeal_needs_response|appeal_under_review|lost)$/;

/** The amount in open and lost disputes, cents. */
function disputedAmount(disputes: Stripe.Dispute[]): number {
  return disputes.filter(({ status }) => HELD_BACK.test(status)).reduce((sum, { amount }) => sum + amount, 0);
}

const subscriptionStatuses: Record<string, ProviderSubscription['status']> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
};

function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
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
