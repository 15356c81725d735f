import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams } from '../fields.ts';
import { CreditsRecord } from './credits.ts';

/** The plans that are sold as subscriptions. */
export const soldTiers = ['plus', 'premium', 'platinum'] as const;

export const getPaymentSettings = endpoint('GET /payments/settings', {
  access: 'anyone',
  summary:
    "The provider's publishable key, null if payments are not set up, and the plans that are sold as subscriptions.",
  returns: z.object({
    publishable_key: z.string().nullable(),
    subscriptions: z.array(z.enum(soldTiers)),
  }),
});

export const createPaymentIntent = endpoint('POST /api/create-payment-intent', {
  access: 'signed-in',
  summary:
    'Starts buying a pack, or continues an open purchase of it. 503 `payments_off` if payments are not set up; 402, 502 or 503 if the provider fails.',
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

/** `processing` until the provider decides. */
const PurchaseStatus = z.enum(['open', 'processing', 'succeeded', 'failed', 'refunded']);

export const checkPurchase = endpoint('POST /payments/purchases/:id/check', {
  access: 'signed-in',
  summary:
    'Checks a purchase at the provider after the browser reports success; credits it once if it succeeded.',
  params: idParams,
  returns: z.object({
    status: PurchaseStatus,
    /** The credits of the pack. */
    credits: z.int().positive(),
    balance: CreditsRecord,
  }),
});

const Subscription = z.object({
  tier: z.enum(soldTiers),
  status: z.enum(['active', 'past_due', 'ended']),
  cancel_at_period_end: z.boolean(),
  /** Time when it renews or ends, epoch ms. */
  current_period_end: epochMs.nullable(),
});

export const getSubscription = endpoint('GET /payments/subscription', {
  access: 'signed-in',
  summary: "The caller's subscription that has not ended; null without one.",
  returns: z.object({ subscription: Subscription.nullable() }),
});

export const subscribe = endpoint('POST /payments/subscription', {
  access: 'signed-in',
  summary:
    'The URL of a hosted page: a checkout for a first subscription, the customer portal to change one. 409 `subscriptions_off` without prices.',
  body: z.object({ tier: z.enum(soldTiers) }),
  returns: z.object({ url: z.url() }),
});

export const openPortal = endpoint('POST /payments/portal', {
  access: 'signed-in',
  summary:
    "The URL of the provider's customer portal: cards, invoices, cancellation. 404 without a customer.",
  returns: z.object({ url: z.url() }),
});
