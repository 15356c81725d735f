import type { soldTiers } from 'contract/features/payments.ts';
import { z } from 'zod';

export type SoldTier = (typeof soldTiers)[number];

/** The settings of the payment provider. */
export interface PaymentSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** True if real money moves. */
  live: boolean;
  /** The URL of a stand-in; undefined for the provider's own API. */
  apiUrl: string | undefined;
  /** The provider's price id for each plan that is sold. */
  prices: Partial<Record<SoldTier, string>>;
}

const price = z
  .string()
  .regex(/^price_\w+$/, "must be the id of a price at Stripe ('price_…')")
  .optional();

/** Rules for each environment variable. */
export const paymentKeys = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "must be a secret key of Stripe ('sk_test_…' or 'sk_live_…')")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, "must be a publishable key of Stripe ('pk_test_…' or 'pk_live_…')")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "must be the signing secret of a webhook at Stripe ('whsec_…')")
    .optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  STRIPE_PRICE_PLUS: price,
  STRIPE_PRICE_PREMIUM: price,
  STRIPE_PRICE_PLATINUM: price,
};

type Given = { [K in keyof typeof paymentKeys]?: string | undefined };

const NEEDED = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/**
 * Checks the settings together: all or none must be set, and all for the same mode.
 * @returns undefined if none is set; an error message that names the wrong one.
 */
export function paymentSettings(given: Given): PaymentSettings | string | undefined {
  const set = (Object.keys(paymentKeys) as (keyof Given)[]).filter((name) => given[name] !== undefined);
  if (set.length === 0) return undefined;
  const missing = NEEDED.find((name) => given[name] === undefined);
  if (missing) return `${set[0]} is set, but ${missing} is not. Payments need both.`;
  const secretKey = given.STRIPE_SECRET_KEY!;
  const publishableKey = given.STRIPE_PUBLISHABLE_KEY!;
  const live = modeOf(secretKey) === 'live';
  if (modeOf(publishableKey) !== modeOf(secretKey))
    return `STRIPE_PUBLISHABLE_KEY is a ${modeOf(publishableKey)} key, but STRIPE_SECRET_KEY is a ${modeOf(secretKey)} key.`;
  if (live && given.STRIPE_API_URL)
    return 'STRIPE_API_URL is for stand-ins and is refused beside a live STRIPE_SECRET_KEY.';
  const prices = {
    ...(given.STRIPE_PRICE_PLUS && { plus: given.STRIPE_PRICE_PLUS }),
    ...(given.STRIPE_PRICE_PREMIUM && { premium: given.STRIPE_PRICE_PREMIUM }),
    ...(given.STRIPE_PRICE_PLATINUM && { platinum: given.STRIPE_PRICE_PLATINUM }),
  };
  if (new Set(Object.values(prices)).size < Object.values(prices).length)
    return 'STRIPE_PRICE_PLUS, STRIPE_PRICE_PREMIUM and STRIPE_PRICE_PLATINUM must be different prices.';
  return {
    secretKey,
    publishableKey,
    webhookSecret: given.STRIPE_WEBHOOK_SECRET!,
    live,
    apiUrl: given.STRIPE_API_URL,
    prices,
  };
}

const modeOf = (key: string) => key.split('_')[1]!;

/** The section of `.env.example`. */
export const paymentExample = `# Payments by Stripe: all three or none. Without them, nothing is sold. docs/payments.md says where to find them.
STRIPE_SECRET_KEY=
STRIPE_PUBLISHABLE_KEY=
STRIPE_WEBHOOK_SECRET=
# The prices of the plans at Stripe (price_…). Without them, there are no subscriptions.
STRIPE_PRICE_PLUS=
STRIPE_PRICE_PREMIUM=
STRIPE_PRICE_PLATINUM=
# The address of a stand-in for Stripe's API. Refused with live keys.
STRIPE_API_URL=
`;
