import { Problem } from 'contract/errors.ts';
import { lookAtSubscription } from './follow.ts';
import { lookAtPayment } from './fulfil.ts';
import type { PaymentsContext } from './payments-context.ts';
import { needProvider } from './purchases.ts';

/** Tells what came of an event; `wrong` when the operator should know. */
export type Note = (event: { id: string; type: string }, wrong: string | undefined) => void;

/**
 * Takes an event of the provider. Whatever it says, how things stand is asked of the provider itself. Events that
 * are none of our business are taken all the same: refused ones would be sent again for days.
 * @throws Problem `bad_signature`; `payments_off`; those of the provider, which then sends the event again.
 */
export async function takeEvent(
  c: PaymentsContext,
  { body, signature }: { body: unknown; signature: unknown },
  note: Note,
): Promise<void> {
  const provider = needProvider(c);
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Problem('bad_signature');
  const event = provider.readEvent(body, signature, c.clock());
  if (!event.about) return note(event, undefined);
  if (event.about.kind === 'subscription')
    return note(event, await lookAtSubscription(c, provider, event.about.id));
  const { payment, purchase } = await lookAtPayment(c, provider, event.about.id);
  if (!purchase) {
    // Every month that is paid for a plan is such a payment.
    const isOurs = payment?.purchase_id !== undefined;
    return note(event, isOurs ? 'a payment that is no purchase' : undefined);
  }
  note(
    event,
    purchase.review_reason === null ? undefined : `purchase ${purchase.id}: ${purchase.review_reason}`,
  );
}
