import type { Account, Dispute } from './objects.ts';
import { newId } from './objects.ts';

/** A month of the stand-in, seconds. */
const MONTH = 30 * 86_400;

/** Tells that something happened to an object: it becomes an event. */
export type Emit = (type: string, object: object) => void;

/** What customers, banks and the operator do at the provider; each sends the events that Stripe would. */
export function controls(account: Account, emit: Emit) {
  const intentOf = (id: string) => need(account.intents.get(id), id);
  const chargeOf = (intent: string) => {
    const id = intentOf(intent).latest_charge;
    return need(id === null ? undefined : account.charges.get(id), intent);
  };
  const planOf = (id: string) => need(account.subscriptions.get(id), id);
  const invoice = (type: string, id: string) => emit(type, invoiceOf(planOf(id)));
  const updated = (id: string) => emit('customer.subscription.updated', planOf(id));

  return {
    /** A card pays. `received` and `currency` pretend that something else came than was asked for. */
    pay(id: string, odd: { received?: number; currency?: string } = {}) {
      const intent = intentOf(id);
      if (intent.status === 'succeeded' || intent.status === 'canceled') return;
      const charge = {
        id: newId('ch'),
        object: 'charge' as const,
        amount: intent.amount,
        amount_refunded: 0,
        currency: odd.currency ?? intent.currency,
        refunded: false,
        disputed: false,
        payment_intent: id,
        status: 'succeeded' as const,
      };
      account.charges.set(charge.id, charge);
      intent.status = 'succeeded';
      intent.amount_received = odd.received ?? intent.amount;
      intent.currency = charge.currency;
      intent.latest_charge = charge.id;
      intent.last_payment_error = null;
      emit('charge.succeeded', charge);
      emit('payment_intent.succeeded', intent);
    },
    /** A bank thinks it over. */
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
    /** The operator gives back `amount` cents; all that is left unless told. */
    refund(id: string, amount?: number) {
      const charge = chargeOf(id);
      charge.amount_refunded += amount ?? charge.amount - charge.amount_refunded;
      charge.refunded = charge.amount_refunded === charge.amount;
      emit('charge.refunded', charge);
    },
    /** A refund did not arrive: the money is back here. */
    failRefund(id: string, amount: number) {
      const charge = chargeOf(id);
      charge.amount_refunded -= amount;
      charge.refunded = false;
      emit('refund.failed', { id: newId('re'), object: 'refund', amount, payment_intent: id });
    },
    /** The cardholder disputes `amount` cents; all of it unless told. */
    dispute(id: string, wish: { amount?: number; status?: Dispute['status'] } = {}): string {
      const charge = chargeOf(id);
      charge.disputed = true;
      const dispute: Dispute = {
        id: newId('dp'),
        object: 'dispute',
        amount: wish.amount ?? charge.amount,
        charge: charge.id,
        payment_intent: id,
        status: wish.status ?? 'needs_response',
      };
      account.disputes.set(dispute.id, dispute);
      emit('charge.dispute.created', dispute);
      return dispute.id;
    },
    closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed') {
      const dispute = need(account.disputes.get(id), id);
      dispute.status = status;
      emit('charge.dispute.closed', dispute);
    },
    /** A customer pays at a hosted checkout. @returns the subscription's id. */
    completeCheckout(id: string): string {
      const session = need(account.checkouts.get(id), id);
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
    cancelAtPeriodEnd(id: string, wish = true) {
      planOf(id).cancel_at_period_end = wish;
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

function need<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`The stand-in has no ${id}.`);
  return found;
}
