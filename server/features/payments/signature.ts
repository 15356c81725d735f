import { Problem } from 'contract/errors.ts';
import type Stripe from 'stripe';
import type { ProviderEvent } from './provider.ts';
import type { PaymentSettings } from './settings.ts';

/** Tolerance for a signature's time against our clock, seconds. */
const TOLERANCE = 300;

/** Reads webhook events, if they are signed with our secret, recent, and of the same mode as our key. */
export function eventReader(stripe: Stripe, { webhookSecret, live }: PaymentSettings) {
  return (body: Buffer, signature: string, now: number): ProviderEvent => {
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
    // The package refuses old signatures but accepts those from the future.
    if (!(Math.abs(now / 1000 - signedAt) <= TOLERANCE)) throw new Problem('bad_signature');
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE, undefined, now);
    } catch {
      throw new Problem('bad_signature');
    }
    if (event?.livemode !== live) throw new Problem('bad_signature');
    return { id: String(event.id), type: String(event.type), about: subjectOf(event) };
  };
}

/** The payment or subscription that an event is about, from the kind of object it carries. */
function subjectOf(event: Stripe.Event): ProviderEvent['about'] {
  const object = (event.data?.object ?? {}) as unknown as Partial<Record<string, unknown>>;
  const about = (kind: 'payment' | 'subscription', id: unknown) =>
    typeof id === 'string' && id !== '' ? { kind, id } : null;
  switch (object.object) {
    case 'payment_intent':
      return about('payment', object.id);
    case 'charge':
    case 'refund':
    case 'dispute':
      return about('payment', object.payment_intent);
    case 'subscription':
      return about('subscription', object.id);
    case 'checkout.session':
      return about('subscription', object.subscription);
    case 'invoice': {
      // Events use the API version of the account, which may be older than `parent`.
      const { parent, subscription } = object as Partial<Stripe.Invoice> & { subscription?: unknown };
      return about('subscription', parent?.subscription_details?.subscription ?? subscription);
    }
    default:
      return null;
  }
}
