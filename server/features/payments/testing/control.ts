import type { Account, Dispute } from './objects.ts';
import { newId } from './objects.ts';

/** A billing period, seconds. */
const MONTH = 30 * 86_400;

/** Adds an event about an object. */
export type Emit = (type: string, object: object) => void;

/** Actions of customers, banks and the operator at the provider. Each adds the events that Stripe would send. */
export function controls(account: Account, emit: Emit) {
  const intentOf = (id: string) => find(account.intents.get(id), id);
  const chargeOf = (intent: string) => {
    const id = intentOf(intent).latest_charge;
    return find(id === null ? undefined : account.charges.get(id), intent);
  };
  const planOf = (id: string) => find(account.subscriptions.get(id), id);
  const invoice = (type: string, id: string) => emit(type, invoiceOf(planOf(id)));
  const updated = (id: string) => emit('customer.subscription.updated', planOf(id));

  return {
    /** A card payment succeeds. `received` and `currency` override what arrives. */
    pay(id: string, override: { received?: number; currency?: string } = {}) {
      const intent = intentOf(id);
      if (intent.status === 'succeeded' || intent.status === 'canceled') return;
      const charge = {
        id: newId('ch'),
        object: 'charge' as const,
        amount: intent.amount,
        amount_refunded: 0,
        currency: override.currency ?? intent.currency,
        refunded: false,
        disputed: false,
        payment_intent: id,
        status: 'succeeded' as const,
      };
      account.charges.set(charge.id, charge);
      intent.status = 'succeeded';
      intent.amount_received = override.received ?? intent.amount;
      intent.currency = charge.currency;
      intent.latest_charge = charge.id;
      intent.last_payment_error = null;
      emit('charge.succeeded', charge);
      emit('payment_intent.succeeded', intent);
    },
    /** The payment is waiting for a bank. */
    wait(id: string) {
      const intent = intentOf(id);
      intent.status = 'processing';
      emit('payment_intent.processing', intent);
    },
    decline(id: string, message = 'Your card was declined.') {
      const intent = intentOf(id);
      intent.status = 'requires_payment_method';
      intent.last_payment_error = { message };
      emit('payment_intent.payment_failed', intent);
    },
    cancel(id: string) {
      const intent = intentOf(id);
      intent.status = 'canceled';
      emit('payment_intent.canceled', intent);
    },
    /** The operator refunds `amount` cents, by default all that is left. */
    refund(id: string, amount?: number) {
      const charge = chargeOf(id);
      charge.amount_refunded += amount ?? charge.amount - charge.amount_refunded;
      charge.refunded = charge.amount_refunded === charge.amount;
      emit('charge.refunded', charge);
    },
    /** A refund fails, and the money returns to us. */
    failRefund(id: string, amount: number) {
      const charge = chargeOf(id);
      charge.amount_refunded -= amount;
      charge.refunded = false;
      emit('refund.failed', { id: newId('re'), object: 'refund', amount, payment_intent: id });
    },
    /** The cardholder disputes `amount` cents, by default the whole charge. */
    dispute(id: string, input: { amount?: number; status?: Dispute['status'] } = {}): string {
      const charge = chargeOf(id);
      charge.disputed = true;
      const dispute: Dispute = {
        id: newId('dp'),
        object: 'dispute',
        amount: input.amount ?? charge.amount,
        charge: charge.id,
        payment_intent: id,
        status: input.status ?? 'needs_response',
      };
      account.disputes.set(dispute.id, dispute);
      emit('charge.dispute.created', dispute);
      return dispute.id;
    },
    closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed') {
      const dispute = find(account.disputes.get(id), id);
      dispute.status = status;
      emit('charge.dispute.closed', dispute);
    },
    /** A customer pays at a hosted checkout. @returns the subscription's id. */
    completeCheckout(id: string): string {
      const session = find(account.checkouts.get(id), id);
      if (session.status !== 'open') throw new Error(`${id} is ${session.status}`);
      const subscription = newId('sub');
      account.subscriptions.set(subscription, {
        id: subscription,
        object: 'subscription',
        customer: session.customer,
        status: 'active',
        cancel_at_period_end: false,
        cancel_at: null,
        metadata: session.plan_metadata,
        items: {
          object: 'list',
          data: [
            {
              id: newId('si'),
              object: 'subscription_item',
              price: { id: session.price, object: 'price' },
              current_period_end: Math.floor(Date.now() / 1000) + MONTH,
            },
          ],
        },
      });
      Object.assign(session, { status: 'complete', url: null, subscription });
      emit('customer.subscription.created', planOf(subscription));
      invoice('invoice.paid', subscription);
      emit('checkout.session.completed', session);
      return subscription;
    },
    changePrice(id: string, price: string) {
      planOf(id).items.data[0]!.price.id = price;
      updated(id);
    },
    cancelAtPeriodEnd(id: string, cancel = true) {
      planOf(id).cancel_at_period_end = cancel;
      updated(id);
    },
    renew(id: string) {
      const plan = planOf(id);
      plan.status = 'active';
      plan.items.data[0]!.current_period_end += MONTH;
      updated(id);
      invoice('invoice.paid', id);
    },
    failRenewal(id: string) {
      planOf(id).status = 'past_due';
      updated(id);
      invoice('invoice.payment_failed', id);
    },
    end(id: string) {
      planOf(id).status = 'canceled';
      emit('customer.subscription.deleted', planOf(id));
    },
  };
}

const invoiceOf = ({ id, customer }: { id: string; customer: string }) => ({
  id: newId('in'),
  object: 'invoice',
  customer,
  parent: { type: 'subscription_details', subscription_details: { subscription: id } },
});

function find<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`The stand-in has no ${id}.`);
  return found;
}
