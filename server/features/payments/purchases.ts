import { randomUUID } from 'node:crypto';
import { creditPackages } from 'contract/credits-constants.ts';
import { Problem } from 'contract/errors.ts';
import { type Look, lookAtPayment } from './fulfil.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { Payment, PaymentProvider } from './provider.ts';
import {
  adoptPayment,
  endAttempt,
  holdBuyer,
  insertPurchase,
  type PurchaseRow,
  selectOpenPurchase,
  selectPurchase,
  updatePurchase,
} from './queries.ts';

/** A purchase may turn out to be paid or given up when it is looked at; a next one is begun so often. */
const MOST_TRIES = 5;

/** @throws Problem `payments_off` where payments are not set up. */
export function needProvider(c: PaymentsContext): PaymentProvider {
  if (!c.payments) throw new Problem('payments_off');
  return c.payments;
}

/**
 * Begins to buy a pack, or goes on with a purchase of it that is still open. The purchase is written before the
 * provider is asked, so that whatever fails can be gone on with, and the same one is asked for again.
 * @throws Problem `bad_input` for an unknown pack; `payments_off`; `payment_declined`, `payment_failed` or
 *   `payment_away` when the provider fails.
 */
export async function buy(c: PaymentsContext, user_id: string, packageId: string) {
  const pack = creditPackages.find(({ id }) => id === packageId);
  if (!pack) throw new Problem('bad_input', 'packageId: There is no such pack.', { field: 'packageId' });
  const provider = needProvider(c);
  const wish = { package_id: pack.id, credits: pack.credits, amount: Math.round(pack.price * 100) };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const purchase = await openPurchase(c, user_id, wish);
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

/** The purchase that is still open, or a new one; of two at once the same, since the user is held. */
function openPurchase(
  c: PaymentsContext,
  user_id: string,
  wish: Pick<PurchaseRow, 'package_id' | 'credits' | 'amount'>,
): Promise<PurchaseRow> {
  return c.db.transaction().execute(async (tx) => {
    if (!(await holdBuyer(tx, c.engine, user_id))) throw new Problem('unauthorized');
    const open = await selectOpenPurchase(tx, { user_id, ...wish });
    if (open) return open;
    const now = c.clock();
    const fresh: PurchaseRow = {
      id: randomUUID(),
      user_id,
      ...wish,
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
    await insertPurchase(tx, fresh);
    return fresh;
  });
}

/** The payment of an open purchase as the provider has it; undefined when that cannot be paid any more. */
async function openPayment(
  c: PaymentsContext,
  provider: PaymentProvider,
  purchase: PurchaseRow,
): Promise<Payment | undefined> {
  if (purchase.payment_intent_id !== null) {
    const look = await lookAtPayment(c, provider, purchase.payment_intent_id);
    if (look.payment) return look.payment.status === 'open' ? look.payment : undefined;
    // The provider does not know it, as after a change of keys: it can never be paid.
    await updatePurchase(c.db, purchase.id, { status: 'failed', updated_at: c.clock() });
    return undefined;
  }
  const { id, user_id, amount, attempt } = purchase;
  try {
    const key = `purchase-${id}-${attempt}`;
    const payment = await provider.makePayment({ purchase_id: id, user_id, amount, key });
    if (await adoptPayment(c.db, id, payment.id)) return payment.status === 'open' ? payment : undefined;
    return undefined;
  } catch (error) {
    // The provider answers the same to the same key, also a failure; no answer may mean that it was made.
    if (error instanceof Problem && error.code !== 'payment_away') await endAttempt(c.db, id, attempt);
    throw error;
  }
}

/**
 * The look-up after the browser reports success: the same fulfilment as the webhook's, whichever comes first.
 * @param onAway is told when the provider could not be asked: the answer then is what is known, at least
 *   `processing`, because something may well have been charged.
 * @throws Problem `not_found`, also for somebody else's; `payments_off`.
 */
export async function checkPurchase(
  c: PaymentsContext,
  user_id: string,
  id: string,
  onAway: (problem: Problem) => void,
): Promise<{ status: PurchaseRow['status']; credits: number }> {
  const provider = needProvider(c);
  const before = await selectPurchase(c.db, { id, user_id });
  if (!before) throw new Problem('not_found');
  const { status, credits, payment_intent_id } = before;
  const undecided = status === 'open' || status === 'processing';
  if (!undecided || payment_intent_id === null) return { status, credits };
  let look: Look;
  try {
    look = await lookAtPayment(c, provider, payment_intent_id);
  } catch (error) {
    if (!(error instanceof Problem) || !error.code.startsWith('payment_')) throw error;
    onAway(error);
    return { status: 'processing', credits };
  }
  return { status: look.purchase?.status ?? status, credits };
}
