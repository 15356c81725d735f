import { Problem } from 'contract/errors.ts';
import type Stripe from 'stripe';
import type { PaymentSettings } from './settings.ts';

/** What an event is about. Only that: how it stands is asked of the provider anew. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The payment or the subscription it speaks of; null for neither. */
  about: { kind: 'payment' | 'subscription'; id: string } | null;
}

/** How old or how far ahead of our clock a signature may be, seconds. */
const TOLERANCE = 300;

/** Reads what the provider sends, if it is signed with our secret, now, and of the mode of our key. */
export function eventReader(stripe: Stripe, { webhookSecret, live }: PaymentSettings) {
  return (body: Buffer, signature: string, now: number): ProviderEvent => {
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
    // The package refuses what is too old, but takes what comes from the future.
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

/** Which payment or subscription an event is about, by the kind of object that it carries. */
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
      // Events come in the API version of the account, which may be from before invoices had a parent.
      const { parent, subscription } = object as Partial<Stripe.Invoice> & { subscription?: unknown };
      return about('subscription', parent?.subscription_details?.subscription ?? subscription);
    }
    default:
      return null;
  }
}
