import { z } from 'zod';
import { CreditsRecord } from './credits.ts';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams } from './fields.ts';

/** The plans that can be subscribed to. */
export const soldTiers = ['plus', 'premium', 'platinum'] as const;

export const getPaymentSettings = endpoint('GET /payments/settings', {
  access: 'anyone',
  summary:
    "The provider's publishable key, null where payments are not set up, and which plans can be subscribed to.",
  returns: z.object({
    publishable_key: z.string().nullable(),
    subscriptions: z.array(z.enum(soldTiers)),
  }),
});

export const createPaymentIntent = endpoint('POST /api/create-payment-intent', {
  access: 'signed-in',
  summary:
    'Begins to buy a pack, or goes on with a purchase of it that is still open. 503 `payments_off` where payments are not set up; 402, 502 or 503 when the provider fails.',
  body: z.object({ packageId: z.string().max(100) }),
  returns: z.object({
    clientSecret: z.string(),
    purchase_id: id,
    credits: z.int().positive(),
    /** Cents. */
    amount: z.int().positive(),
    currency: z.literal('usd'),
  }),
});

/** Where a purchase stands; `processing` when the provider has not decided yet. */
export const PurchaseStatus = z.enum(['open', 'processing', 'succeeded', 'failed', 'refunded']);

export const checkPurchase = endpoint('POST /payments/purchases/:id/check', {
  access: 'signed-in',
  summary:
    "The server's own look-up after the browser reports success: credits a purchase that has succeeded, once, and tells where it stands.",
  params: idParams,
  returns: z.object({
    status: PurchaseStatus,
    /** What the purchase is worth. */
    credits: z.int().positive(),
    balance: CreditsRecord,
  }),
});

/** A plan that is paid by the month. */
export const Subscription = z.object({
  tier: z.enum(soldTiers),
  status: z.enum(['active', 'past_due', 'ended']),
  cancel_at_period_end: z.boolean(),
  /** When it renews or ends. */
  current_period_end: epochMs.nullable(),
});

export const getSubscription = endpoint('GET /payments/subscription', {
  access: 'signed-in',
  summary: "The caller's subscription that is not over; null without one.",
  returns: z.object({ subscription: Subscription.nullable() }),
});

export const subscribe = endpoint('POST /payments/subscription', {
  access: 'signed-in',
  summary:
    'The address of a hosted page: checkout for a first subscription, the customer portal to change one. 409 `subscriptions_off` without prices.',
  body: z.object({ tier: z.enum(soldTiers) }),
  returns: z.object({ url: z.url() }),
});

export const openPortal = endpoint('POST /payments/portal', {
  access: 'signed-in',
  summary: "The address of the provider's customer portal: cards, invoices, cancelling. 404 for no customer.",
  returns: z.object({ url: z.url() }),
});
