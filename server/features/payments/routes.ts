import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/payments.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import { balanceOf } from '../credits/credits.ts';
import type { PaymentsContext } from './payments-context.ts';
import { buy, checkPurchase } from './purchases.ts';
import { openPortal, runningSubscription, soldPlans, subscribe } from './subscriptions.ts';
import { takeEvent } from './webhook.ts';

/** Larger events are refused; the provider's are a few kB. Bytes. */
const EVENT_LIMIT = 256 * 1024;

export function paymentRoutes(server: FastifyInstance, bind: Bind, c: PaymentsContext): void {
  bind(contract.getPaymentSettings, () => ({
    publishable_key: c.payments?.publishableKey ?? null,
    subscriptions: soldPlans(c),
  }));

  bind(contract.createPaymentIntent, ({ body }, { user, request }) =>
    noted(request.log, () => buy(c, user.id, body.packageId)),
  );

  bind(contract.checkPurchase, async ({ params }, { user, request }) => {
    const standing = await checkPurchase(c, user.id, params.id, (problem) =>
      noteFailure(request.log, problem),
    );
    return { ...standing, balance: await balanceOf(c, user.id) };
  });

  bind(contract.getSubscription, async (_input, { user }) => ({
    subscription: await runningSubscription(c, user.id),
  }));

  bind(contract.subscribe, ({ body }, { user, request, origin }) =>
    noted(request.log, async () => ({ url: await subscribe(c, user, body.tier, origin) })),
  );

  bind(contract.openPortal, (_input, { user, request, origin }) =>
    noted(request.log, async () => ({ url: await openPortal(c, user.id, origin) })),
  );

  // Not one of the contract's: only the payment provider calls it. The signature is over the bytes as they came.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/api/stripe/webhook', { bodyLimit: EVENT_LIMIT }, async ({ body, headers, log }) => {
      const signature = headers['stripe-signature'];
      try {
        await noted(log, () =>
          takeEvent(c, { body, signature }, (event, wrong) => {
            if (wrong) log.warn({ event: event.id, kind: event.type }, `payments: ${wrong}`);
            else log.info({ event: event.id, kind: event.type }, 'payments: an event');
          }),
        );
      } catch (error) {
        if (error instanceof Problem && error.code === 'bad_signature')
          log.warn('payments: an event was refused, it is not signed for us');
        throw error;
      }
      return { received: true };
    });
  });
}

/** Runs something; if the provider fails, the log has why, of which the caller learns nothing. */
async function noted<T>(log: FastifyBaseLogger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) noteFailure(log, error);
    throw error;
  }
}

/** Not the provider's message: it may repeat a part of a key, or what somebody typed. */
function noteFailure(log: FastifyBaseLogger, problem: Problem): void {
  if (!problem.cause) return;
  const { type, code, statusCode, requestId } = problem.cause as Partial<Record<string, unknown>>;
  const level = problem.code === 'payment_declined' ? 'info' : 'error';
  log[level]({ type, code, status: statusCode, request: requestId }, `payments: ${problem.code}`);
}
