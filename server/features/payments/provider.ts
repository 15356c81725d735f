import { Problem } from 'contract/errors.ts';
import type Stripe from 'stripe';
import type { PaymentSettings, SoldTier } from './settings.ts';
import { eventReader, type ProviderEvent } from './signature.ts';

/** A payment as it stands at the provider right now. Amounts in cents. */
export interface Payment {
  id: string;
  /** With it the browser may pay, and nothing else. */
  clientSecret: string;
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** What arrived, and of which currency. */
  received: number;
  currency: string;
  /** Which purchase it was made for; undefined when it is not one of ours. */
  purchase_id: string | undefined;
  /** What was given back, and what is being fought over or lost. */
  refunded: number;
  disputed: number;
}

/** A subscription as it stands at the provider right now. */
export interface PaidPlan {
  id: string;
  customer_id: string;
  /** Which line of it is the plan; a change of plan names it. */
  item_id: string;
  price_id: string;
  /** `incomplete` was never paid. */
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  cancel_at_period_end: boolean;
  /** Epoch milliseconds. */
  current_period_end: number | null;
}

/** What we ask of the payment provider, and nothing more. Failures are Problems with the provider's as `cause`. */
export interface PaymentProvider {
  publishableKey: string;
  prices: PaymentSettings['prices'];
  /** Asks for money; the same `key` makes the same payment, however often it is sent. */
  makePayment: (wish: {
    purchase_id: string;
    user_id: string;
    amount: number;
    key: string;
  }) => Promise<Payment>;
  findPayment: (id: string) => Promise<Payment | undefined>;
  makeCustomer: (wish: { user_id: string; email: string; key: string }) => Promise<string>;
  /** Deletes a customer with their cards, and ends their subscriptions. One that is gone is fine. */
  deleteCustomer: (id: string) => Promise<void>;
  findSubscription: (id: string) => Promise<PaidPlan | undefined>;
  /** The address of a hosted checkout: an open one for the same price, or a new one in place of every other. */
  openCheckout: (wish: Checkout) => Promise<string>;
  /** The address of the customer portal; with `change`, right where that plan is changed. */
  openPortal: (wish: {
    customer_id: string;
    returnTo: string;
    change?: { subscription_id: string; item_id: string; price_id: string };
  }) => Promise<string>;
  /** @throws Problem `bad_signature`. */
  readEvent: (body: Buffer, signature: string, now: number) => ProviderEvent;
}

export interface Checkout {
  customer_id: string;
  user_id: string;
  tier: SoldTier;
  price_id: string;
  doneTo: string;
  cancelTo: string;
}

/** How long one answer may take, ms; and how often a call that got none is made again. */
const PATIENCE = { timeout: 10_000, maxNetworkRetries: 1 };

/** Opens Stripe, or what speaks like it at `settings.apiUrl`. The package is loaded only where it is used. */
export async function openProvider(
  settings: PaymentSettings,
  patience: Partial<typeof PATIENCE> = {},
): Promise<PaymentProvider> {
  const { default: StripeClient } = await import('stripe');
  const api = settings.apiUrl === undefined ? undefined : new URL(settings.apiUrl);
  const protocol = api?.protocol === 'http:' ? 'http' : 'https';
  const stripe = new StripeClient(settings.secretKey, {
    ...PATIENCE,
    ...patience,
    telemetry: false,
    ...(api && {
      protocol,
      host: api.hostname,
      port: api.port || (protocol === 'http' ? '80' : '443'),
    }),
  });

  return {
    publishableKey: settings.publishableKey,
    prices: settings.prices,
    makePayment: ({ purchase_id, user_id, amount, key }) =>
      asked(async () =>
        paymentOf(
          await stripe.paymentIntents.create(
            {
              amount,
              currency: 'usd',
              automatic_payment_methods: { enabled: true },
              metadata: { purchase_id, user_id },
            },
            { idempotencyKey: key },
          ),
          0,
        ),
      ),
    findPayment: (id) =>
      found(async () => {
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
        if (!chargeOf(intent)?.disputed) return paymentOf(intent, 0);
        const disputes = await stripe.disputes.list({ payment_intent: id, limit: 100 });
        const withheld = disputes.data.filter(({ status }) => isWithheld(status));
        return paymentOf(
          intent,
          withheld.reduce((sum, { amount }) => sum + amount, 0),
        );
      }),
    makeCustomer: ({ user_id, email, key }) =>
      asked(
        async () =>
          (await stripe.customers.create({ email, metadata: { user_id } }, { idempotencyKey: key })).id,
      ),
    deleteCustomer: async (id) => {
      await found(() => stripe.customers.del(id));
    },
    findSubscription: (id) => found(async () => planOf(await stripe.subscriptions.retrieve(id))),
    openCheckout: (wish) => asked(() => openCheckout(stripe, wish)),
    openPortal: ({ customer_id, returnTo, change }) =>
      asked(async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customer_id,
          return_url: returnTo,
          ...(change && {
            flow_data: {
              type: 'subscription_update_confirm' as const,
              subscription_update_confirm: {
                subscription: change.subscription_id,
                items: [{ id: change.item_id, price: change.price_id, quantity: 1 }],
              },
              after_completion: { type: 'redirect' as const, redirect: { return_url: returnTo } },
            },
          }),
        });
        return session.url;
      }),
    readEvent: eventReader(stripe, settings),
  };
}

/** One hosted checkout at a time, so that nobody pays for two plans by two open tabs. */
async function openCheckout(stripe: Stripe, wish: Checkout): Promise<string> {
  const { customer_id, user_id, tier, price_id, doneTo, cancelTo } = wish;
  const { data: known } = await stripe.checkout.sessions.list({ customer: customer_id, limit: 100 });
  let same: string | null = null;
  for (const session of known.filter(({ status }) => status === 'open')) {
    if (session.metadata?.price_id === price_id && session.success_url === doneTo) same ??= session.url;
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
      success_url: doneTo,
      cancel_url: cancelTo,
    },
    // Two clicks at once see the same newest session, and so make one.
    { idempotencyKey: `checkout-${user_id}-${price_id}-${known[0]?.id ?? 'first'}` },
  );
  if (!session.url) throw new Problem('payment_failed');
  return session.url;
}

/** What the provider must find; undefined when it is not there. */
async function found<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'resource_missing') return undefined;
    throw failure(error);
  }
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}

/**
 * A failure of the provider as ours. Never its own status: a 401 of the provider's would log the user out.
 * What it says is for its operator, except about a card.
 */
function failure(error: unknown): Error {
  if (error instanceof Problem || !(error instanceof Error)) return error as Error;
  const { type } = error as { type?: unknown };
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  const problem =
    type === 'StripeCardError'
      ? new Problem('payment_declined', error.message)
      : type === 'StripeConnectionError'
        ? new Problem('payment_away')
        : new Problem('payment_failed');
  problem.cause = error;
  return problem;
}

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
}

function paymentOf(intent: Stripe.PaymentIntent, disputed: number): Payment {
  const known: Record<string, Payment['status']> = {
    succeeded: 'succeeded',
    canceled: 'canceled',
    processing: 'processing',
    requires_capture: 'processing',
  };
  return {
    id: intent.id,
    clientSecret: intent.client_secret!,
    status: known[intent.status] ?? 'open',
    received: intent.amount_received,
    currency: intent.currency,
    purchase_id: intent.metadata.purchase_id,
    refunded: chargeOf(intent)?.amount_refunded ?? 0,
    disputed,
  };
}

/** While a dispute is open and when it is lost, the money is gone; a mere warning and a won one leave it here. */
function isWithheld(status: string): boolean {
  return /^(needs_response|under_review|appeal_needs_response|appeal_under_review|lost)$/.test(status);
}

function planOf(subscription: Stripe.Subscription): PaidPlan {
  const item = subscription.items.data[0]!;
  const known: Record<string, PaidPlan['status']> = {
    incomplete: 'incomplete',
    trialing: 'active',
    active: 'active',
    past_due: 'past_due',
  };
  return {
    id: subscription.id,
    customer_id: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id,
    item_id: item.id,
    price_id: item.price.id,
    status: known[subscription.status] ?? 'ended',
    cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    current_period_end: item.current_period_end * 1000,
  };
}
