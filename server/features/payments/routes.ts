import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/features/payments.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { uncharged } from '../../platform/call-cost.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { FILE_COST } from '../../platform/http/requests/call-limit.ts';
import { balanceOf } from '../credits/credits.ts';
import { type PaymentsContext, requireProvider } from './provider.ts';
import { buy, checkPurchase } from './purchases.ts';
import { openPortal, runningSubscription, soldPlans, subscribe } from './subscriptions.ts';
import { syncPayment } from './sync-payment.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Larger events are refused; real ones are a few kB. Bytes. */
const EVENT_LIMIT = 256 * 1024;

export function paymentRoutes(server: FastifyInstance, bind: Bind, c: PaymentsContext): void {
  bind(contract.getPaymentSettings, () => ({
    publishable_key: c.payments?.publishableKey ?? null,
    subscriptions: soldPlans(c),
  }));

  bind(contract.createPaymentIntent, ({ body }, { user, request }) =>
    loggingFailures(request.log, () => buy(c, user.id, body.packageId)),
  );

  bind(contract.checkPurchase, async ({ params }, { user, request }) => {
    const purchase = await checkPurchase(c, user.id, params.id, (problem) =>
      logFailure(request.log, problem),
    );
    return { ...purchase, balance: await balanceOf(c, user.id) };
  });

  bind(contract.getSubscription, async (_input, { user }) => ({
    subscription: await runningSubscription(c, user.id),
  }));

  bind(contract.subscribe, ({ body }, { user, request, origin }) =>
    loggingFailures(request.log, async () => ({ url: await subscribe(c, user, body.tier, origin) })),
  );

  bind(contract.openPortal, (_input, { user, request, origin }) =>
    loggingFailures(request.log, async () => ({ url: await openPortal(c, user.id, origin) })),
  );

  // Not in the contract: only the payment provider calls it. The signature covers the raw bytes.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Cheap, because a provider sends all its events from a few addresses, sometimes hundreds at once.
    const options = { bodyLimit: EVENT_LIMIT, config: { cost: FILE_COST } };
    scope.post('/api/stripe/webhook', options, async ({ body, headers, log }) => {
      const signature = headers['stripe-signature'];
      try {
        const { id, type, warning } = await loggingFailures(log, () =>
          uncharged(() => handleEvent(c, { body, signature })),
        );
        if (warning) log.warn({ event: id, type }, `payments: ${warning}`);
        else log.info({ event: id, type }, 'payments: event handled');
      } catch (error) {
        if (error instanceof Problem && error.code === 'bad_signature')
          log.warn('payments: refused an event without a valid signature');
        throw error;
      }
      return { received: true };
    });
  });
}

/** Logs why the provider failed; the response does not say. */
async function loggingFailures<T>(log: FastifyBaseLogger, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Problem) logFailure(log, error);
    throw error;
  }
}

/** Leaves out the provider's message: it may contain part of a key or of the user's input. */
function logFailure(log: FastifyBaseLogger, problem: Problem): void {
  if (!problem.cause) return;
  const { type, code, statusCode, requestId } = problem.cause as Partial<Record<string, unknown>>;
  const level = problem.code === 'payment_declined' ? 'info' : 'error';
  log[level]({ type, code, status: statusCode, request: requestId }, `payments: ${problem.code}`);
}

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
async function handleEvent(
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
