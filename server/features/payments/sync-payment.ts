import type { Tx } from '../../platform/db/schema.ts';
import { grant, setClawedBack } from '../credits/credits.ts';
import { packageName } from './payments.ts';
import type { Payment, PaymentProvider, PaymentsContext } from './provider.ts';
import {
  applySync,
  lockBuyer,
  lockPurchase,
  type PurchaseRow,
  selectPurchase,
  setPaymentIntent,
  startSync,
  updatePurchase,
} from './queries.ts';

interface SyncedPayment {
  /** Undefined if the provider does not know it. */
  payment: Payment | undefined;
  /** The purchase it pays for, after the sync; undefined if there is none. */
  purchase: PurchaseRow | undefined;
}

/**
 * Reads a payment from the provider and updates its purchase. This is the only way in which a purchase is credited
 * or clawed back. Safe to call repeatedly and concurrently.
 * @throws Problem of the provider.
 */
export async function syncPayment(
  c: PaymentsContext,
  provider: PaymentProvider,
  id: string,
): Promise<SyncedPayment> {
  const known = await selectPurchase(c.db, { payment_intent_id: id });
  if (!known) {
    const payment = await provider.findPayment(id);
    if (!payment || !(await linkPayment(c, provider, payment))) return { payment, purchase: undefined };
  }
  const sync = await startSync(c.db, id);
  const payment = await provider.findPayment(id);
  if (!payment) return { payment, purchase: known };
  const purchase = await c.db.transaction().execute((tx) => applyPayment(c, tx, payment, sync));
  return { payment, purchase };
}

/**
 * Links a payment to the purchase it was created for. The purchase may not know its payment: the server can stop
 * between creating a payment and saving its id.
 * @returns whether it is linked.
 */
async function linkPayment(
  c: PaymentsContext,
  provider: PaymentProvider,
  payment: Payment,
): Promise<boolean> {
  const id = payment.purchase_id;
  const purchase = id === undefined ? undefined : await selectPurchase(c.db, { id });
  if (!purchase) return false;
  if (await setPaymentIntent(c.db, purchase.id, payment.id)) return true;
  // A second payment of one purchase. Nobody received its secret, but if money arrived, the operator must know.
  const sync = await startSync(c.db, payment.id);
  const second = await provider.findPayment(payment.id);
  if (second?.status !== 'succeeded') return false;
  await c.db.transaction().execute(async (tx) => {
    await lockBuyer(tx, c.engine, purchase.user_id);
    const locked = await lockPurchase(tx, c.engine, purchase.id);
    if (!(await applySync(tx, second.id, sync))) return;
    const review_reason = reviewReason(locked, 'paid_twice', second);
    await updatePurchase(tx, purchase.id, { review_reason, updated_at: c.clock() });
  });
  return false;
}

/** Updates a purchase from its payment. Locks the user, then the purchase, then the balance. */
async function applyPayment(
  c: PaymentsContext,
  tx: Tx,
  payment: Payment,
  sync: number,
): Promise<PurchaseRow> {
  const { id, user_id } = (await selectPurchase(tx, { payment_intent_id: payment.id }))!;
  const hasAccount = await lockBuyer(tx, c.engine, user_id);
  const before = await lockPurchase(tx, c.engine, id);
  if (!(await applySync(tx, payment.id, sync))) return before;
  const now = c.clock();
  const changes = decidePayment(before, payment, hasAccount, now);
  const after = { ...before, ...changes };
  if (before.credited_at === null && after.credited_at !== null) await creditPurchase(c, tx, after, now);
  if (after.clawed_back !== before.clawed_back) await clawBackPurchase(c, tx, after, now);
  const changed = Object.entries(changes).some(
    ([column, value]) => before[column as keyof Changes] !== value,
  );
  if (!changed) return before;
  await updatePurchase(tx, id, { ...changes, updated_at: now });
  return { ...after, updated_at: now };
}

async function creditPurchase(c: PaymentsContext, tx: Tx, purchase: PurchaseRow, now: number): Promise<void> {
  const { id, user_id, credits: amount } = purchase;
  const subject = packageName(purchase);
  const key = `purchase:${id}`;
  await grant(tx, c.engine, { user_id, amount, kind: 'purchase', key, reference: id, subject, now });
}

async function clawBackPurchase(
  c: PaymentsContext,
  tx: Tx,
  purchase: PurchaseRow,
  now: number,
): Promise<void> {
  const { id: reference, user_id, clawed_back: amount } = purchase;
  const subject = packageName(purchase);
  await setClawedBack(tx, c.engine, { user_id, reference, amount, subject, now });
}

type Changes = Partial<Pick<PurchaseRow, 'status' | 'credited_at' | 'clawed_back' | 'review_reason'>>;

/** Decides what a payment changes about its purchase. */
function decidePayment(purchase: PurchaseRow, payment: Payment, hasAccount: boolean, now: number): Changes {
  const { credited_at } = purchase;
  // A purchase stays credited even if the payment later reports less than success.
  const unlessCredited = (status: PurchaseRow['status']): Changes => (credited_at === null ? { status } : {});
  if (payment.status !== 'succeeded')
    return unlessCredited(payment.status === 'canceled' ? 'failed' : payment.status);
  if (payment.received !== purchase.amount || payment.currency !== purchase.currency)
    return {
      ...unlessCredited('failed'),
      review_reason: reviewReason(purchase, 'wrong_amount', payment),
    };
  if (credited_at === null && !hasAccount)
    return { status: 'failed', review_reason: reviewReason(purchase, 'account_deleted', payment) };
  const clawed_back = creditsToClawBack(purchase, payment);
  const status = clawed_back === purchase.credits ? 'refunded' : 'succeeded';
  return { status, credited_at: credited_at ?? now, clawed_back };
}

/** Refunds and disputes claw back their share of the credits, rounded in the customer's favor. */
function creditsToClawBack({ credits, amount }: PurchaseRow, { refunded, disputed }: Payment): number {
  return Math.floor((credits * Math.min(amount, refunded + disputed)) / amount);
}

/** A payment that should not exist needs a review until all of it is refunded. */
function reviewReason(
  { review_reason }: PurchaseRow,
  reason: NonNullable<PurchaseRow['review_reason']>,
  { received, refunded }: Payment,
): PurchaseRow['review_reason'] {
  if (refunded < received) return reason;
  return review_reason === reason ? null : review_reason;
}
