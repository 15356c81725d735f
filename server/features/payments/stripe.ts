import type Stripe from 'stripe';
import type { PaymentProvider, PortalInput } from './provider.ts';
import type { PaymentSettings } from './settings.ts';
import { eventReader } from './signature.ts';
import { openCheckout } from './stripe-checkout.ts';
import { callStripe, findAtStripe } from './stripe-errors.ts';
import { chargeOf, disputedAmount, toPayment, toSubscription } from './stripe-objects.ts';

/** How long a call may take, ms, and how often a call that got no response is repeated. */
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
