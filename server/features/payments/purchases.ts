import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { creditPackages } from 'contract/features/credits-constants.ts';
import { type Payment, type PaymentProvider, type PaymentsContext, requireProvider } from './provider.ts';
import {
  lockBuyer,
  type PurchaseRow,
  selectOpenPurchase,
  selectPurchase,
  setAttempt,
  setPaymentIntent,
  updatePurchase,
} from './queries.ts';
import { syncPayment } from './sync-payment.ts';

/** An open purchase may turn out to be paid or canceled; then the next one is tried, at most this often. */
const MAX_TRIES = 5;

/**
 * Starts buying a pack, or continues an open purchase of it. The purchase is saved before the provider is called,
 * so that a retry after any failure continues with the same purchase.
 * @throws Problem `bad_input` for an unknown pack; `payments_off`; `payment_declined`, `payment_failed` or
 *   `payment_away` when the provider fails.
 */
export async function buy(c: PaymentsContext, user_id: string, packageId: string) {
  const pack = creditPackages.find(({ id }) => id === packageId);
  if (!pack) throw new Problem('bad_input', 'There is no such pack.', { field: 'packageId' });
  const provider = requireProvider(c);
  const input = { package_id: pack.id, credits: pack.credits, amount: Math.round(pack.price * 100) };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const purchase = await openPurchase(c, user_id, input);
    const payment = await openPayment(c, provider, purchase);
    if (payment)
      return {
        clientSecret: payment.clientSecret,
        purchase_id: purchase.id,
        credits: purchase.credits,
        amount: purchase.amount,
        currency: purchase.currency,
      };
  }
  throw new Problem('payment_failed');
}

/** The open purchase, or a new one. Two concurrent calls get the same one, since the user is locked. */
function openPurchase(
  c: PaymentsContext,
  user_id: string,
  input: Pick<PurchaseRow, 'package_id' | 'credits' | 'amount'>,
): Promise<PurchaseRow> {
  return c.db.transaction().execute(async (tx) => {
    if (!(await lockBuyer(tx, c.engine, user_id))) throw new Problem('unauthorized');
    const open = await selectOpenPurchase(tx, { user_id, ...input });
    if (open) return open;
    const now = c.clock();
    const purchase: PurchaseRow = {
      id: randomUUID(),
      user_id,
      ...input,
      currency: 'usd',
      status: 'open',
      attempt: 1,
      payment_intent_id: null,
      credited_at: null,
      clawed_back: 0,
      review_reason: null,
      created_at: now,
      updated_at: now,
    };
    await tx.insertInto('purchase').values(purchase).execute();
    return purchase;
  });
}

/** The open payment of a purchase, created if necessary; undefined if the purchase can no longer be paid. */
async function openPayment(
  c: PaymentsContext,
  provider: PaymentProvider,
  purchase: PurchaseRow,
): Promise<Payment | undefined> {
  const { id, user_id, amount, attempt, payment_intent_id } = purchase;
  if (payment_intent_id !== null) {
    const { payment } = await syncPayment(c, provider, payment_intent_id);
    if (payment) return payment.status === 'open' ? payment : undefined;
    // The provider does not know the payment, for example after a change of keys: it can never be paid.
    await updatePurchase(c.db, id, { status: 'failed', updated_at: c.clock() });
    return undefined;
  }
  try {
    const key = `purchase-${id}-${attempt}`;
    const payment = await provider.createPayment({ purchase_id: id, user_id, amount, key });
    const isLinked = await setPaymentIntent(c.db, id, payment.id);
    return isLinked && payment.status === 'open' ? payment : undefined;
  } catch (error) {
    // The provider repeats its answer for the same key, even an error. Without an answer the payment may exist.
    if (error instanceof Problem && error.code !== 'payment_away')
      await setAttempt(c.db, id, { from: attempt, to: attempt + 1 });
    throw error;
  }
}

/**
 * Syncs a purchase after the browser reports success; the webhook does the same, whichever comes first.
 * @param onProviderError called if the provider fails. The result is then at least `processing`, because the card
 *   may have been charged.
 * @throws Problem `not_found`, also for another user's purchase; `payments_off`.
 */
export async function checkPurchase(
  c: PaymentsContext,
  user_id: string,
  id: string,
  onProviderError: (problem: Problem) => void,
): Promise<{ status: PurchaseRow['status']; credits: number }> {
  const provider = requireProvider(c);
  const before = await selectPurchase(c.db, { id, user_id });
  if (!before) throw new Problem('not_found');
  const { status, credits, payment_intent_id } = before;
  const isPending = status === 'open' || status === 'processing';
  if (!isPending || payment_intent_id === null) return { status, credits };
  try {
    const { purchase } = await syncPayment(c, provider, payment_intent_id);
    return { status: purchase?.status ?? status, credits };
  } catch (error) {
    if (!(error instanceof Problem) || !error.code.startsWith('payment_')) throw error;
    onProviderError(error);
    return { status: 'processing', credits };
  }
}
