import { Problem } from 'contract/errors.ts';
import { type PaymentsContext, requireProvider } from './provider.ts';
import { syncPayment } from './sync-payment.ts';
import { syncSubscription } from './sync-subscription.ts';

interface HandledEvent {
  id: string;
  type: string;
  /** Set if something needs the operator. */
  warning: string | undefined;
}

/**
 * Handles a webhook event: syncs the object it is about. Events about anything else are accepted too, because the
 * provider would resend refused ones for days.
 * @throws Problem `bad_signature`; `payments_off`; those of the provider, which then sends the event again.
 */
export async function handleEvent(
  c: PaymentsContext,
  { body, signature }: { body: unknown; signature: unknown },
): Promise<HandledEvent> {
  const provider = requireProvider(c);
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Problem('bad_signature');
  const { id, type, about } = provider.readEvent(body, signature, c.clock());
  if (about?.kind === 'subscription')
    return { id, type, warning: await syncSubscription(c, provider, about.id) };
  if (about?.kind === 'payment') return { id, type, warning: await warningOf(c, about.id) };
  return { id, type, warning: undefined };
}

async function warningOf(c: PaymentsContext, payment_id: string): Promise<string | undefined> {
  const { payment, purchase } = await syncPayment(c, requireProvider(c), payment_id);
  if (purchase)
    return purchase.review_reason ? `purchase ${purchase.id}: ${purchase.review_reason}` : undefined;
  // The monthly payments of subscriptions name no purchase.
  return payment?.purchase_id === undefined ? undefined : 'a payment without a purchase';
}
