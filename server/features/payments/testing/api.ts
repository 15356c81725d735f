import type { controls } from './control.ts';
import { type Account, type CheckoutSession, type Intent, newId } from './objects.ts';
import { type ApiResponse, type Form, list, missing, ok, partOf, refused, textOf } from './wire.ts';

/** An API call with a valid key. */
export interface Call {
  method: string;
  /** The path after `/v1/`, split; `checkout/sessions` and `billing_portal/sessions` are one part each. */
  path: string[];
  form: Form;
  /** True if it uses the publishable key, which allows only what a browser may do. */
  fromBrowser: boolean;
}

/** The test cards of Stripe that the stand-in supports. */
const cards = { succeeds: '4242424242424242', declined: '4000000000000002' };

/** The part of Stripe's API that we use, for an account in memory. `base` is the URL of the stand-in. */
export function api(
  account: Account,
  act: ReturnType<typeof controls>,
  own: { base: () => string; livemode: boolean },
) {
  return (call: Call): ApiResponse => {
    const [kind, id, verb] = call.path;
    const { method, form } = call;
    const route = `${method} ${kind}${id ? '/:id' : ''}${verb ? `/${verb}` : ''}`;
    if (call.fromBrowser && !/^(GET payment_intents\/:id|POST payment_intents\/:id\/confirm)$/.test(route))
      return refused(403, { type: 'invalid_request_error', message: 'This needs the secret key.' });
    switch (route) {
      case 'POST payment_intents':
        return createIntent(form);
      case 'GET payment_intents/:id':
      case 'POST payment_intents/:id/confirm': {
        const intent = account.intents.get(id!);
        if (!intent || (call.fromBrowser && form.client_secret !== intent.client_secret))
          return missing('payment_intent', id!);
        return verb === 'confirm' ? confirm(intent, form) : ok(expanded(intent, form));
      }
      case 'GET disputes':
        return list(
          [...account.disputes.values()].filter((one) => one.payment_intent === form.payment_intent),
        );
      case 'POST customers': {
        const customer = {
          id: newId('cus'),
          object: 'customer' as const,
          email: textOf(form, 'email') ?? null,
          metadata: partOf(form, 'metadata') as Record<string, string>,
        };
        account.customers.set(customer.id, customer);
        return ok(customer);
      }
      case 'DELETE customers/:id': {
        if (!liveCustomer(id)) return missing('customer', id!);
        account.customers.get(id!)!.deleted = true;
        for (const one of account.subscriptions.values())
          if (one.customer === id && one.status !== 'canceled') act.end(one.id);
        return ok({ id, object: 'customer', deleted: true });
      }
      case 'GET subscriptions/:id': {
        const found = account.subscriptions.get(id!);
        return found ? ok(found) : missing('subscription', id!);
      }
      case 'GET checkout/sessions':
        return list(
          [...account.checkouts.values()].filter((one) => one.customer === form.customer).reverse(),
        );
      case 'POST checkout/sessions':
        return openCheckout(form);
      case 'POST checkout/sessions/:id/expire': {
        const found = account.checkouts.get(id!);
        if (!found) return missing('checkout.session', id!);
        Object.assign(found, { status: 'expired', url: null });
        return ok(found);
      }
      case 'POST billing_portal/sessions':
        return openPortal(form);
      default:
        return refused(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${route})`,
        });
    }
  };

  function createIntent(form: Form): ApiResponse {
    const amount = Number(form.amount);
    if (!Number.isInteger(amount) || amount < 50)
      return refused(400, { type: 'invalid_request_error', message: 'Invalid amount', param: 'amount' });
    if ('payment_method_types' in form)
      return refused(400, { type: 'invalid_request_error', message: 'Use allowed_payment_method_types.' });
    const id = newId('pi');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: textOf(form, 'currency') ?? 'usd',
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${newId('x').slice(2)}`,
      metadata: partOf(form, 'metadata') as Record<string, string>,
      latest_charge: null,
      last_payment_error: null,
      livemode: own.livemode,
      created: Math.floor(Date.now() / 1000),
    };
    account.intents.set(id, intent);
    return ok(intent);
  }

  function expanded(intent: Intent, form: Form) {
    const wanted = Object.values(partOf(form, 'expand')).includes('latest_charge');
    if (!wanted || intent.latest_charge === null) return intent;
    return { ...intent, latest_charge: account.charges.get(intent.latest_charge) };
  }

  function confirm(intent: Intent, form: Form): ApiResponse {
    if (intent.status !== 'requires_payment_method')
      return refused(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `This PaymentIntent is ${intent.status}.`,
      });
    const card = partOf(partOf(form, 'payment_method_data'), 'card');
    const number = (textOf(card, 'number') ?? '').replace(/\D/g, '');
    if (number === cards.succeeds) {
      act.pay(intent.id);
      return ok(intent);
    }
    act.decline(intent.id);
    return refused(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
  }

  function openCheckout(form: Form): ApiResponse {
    const customer = textOf(form, 'customer') ?? '';
    if (!liveCustomer(customer)) return missing('customer', customer, 'customer');
    const id = newId('cs_test');
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      mode: 'subscription',
      status: 'open',
      url: `${own.base()}/hosted/checkout/${id}`,
      customer,
      client_reference_id: textOf(form, 'client_reference_id') ?? null,
      metadata: partOf(form, 'metadata') as Record<string, string>,
      success_url: textOf(form, 'success_url') ?? '',
      cancel_url: textOf(form, 'cancel_url') ?? '',
      subscription: null,
      price: textOf(partOf(partOf(form, 'line_items'), '0'), 'price') ?? '',
      plan_metadata: partOf(partOf(form, 'subscription_data'), 'metadata') as Record<string, string>,
    };
    account.checkouts.set(id, session);
    return ok(session);
  }

  function openPortal(form: Form): ApiResponse {
    const customer = textOf(form, 'customer') ?? '';
    if (!liveCustomer(customer)) return missing('customer', customer, 'customer');
    const id = newId('bps');
    const change = partOf(partOf(form, 'flow_data'), 'subscription_update_confirm');
    const session = {
      id,
      object: 'billing_portal.session' as const,
      url: `${own.base()}/hosted/portal/${id}`,
      customer,
      return_url: textOf(form, 'return_url') ?? '',
      wanted_price: textOf(partOf(partOf(change, 'items'), '0'), 'price') ?? null,
    };
    account.portals.set(id, session);
    return ok(session);
  }

  function liveCustomer(id: string | undefined): boolean {
    const customer = account.customers.get(id ?? '');
    return customer !== undefined && !customer.deleted;
  }
}
