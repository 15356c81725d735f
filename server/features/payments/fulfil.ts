import { creditPackages } from 'contract/credits-constants.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { grant, setClawedBack } from '../credits/credits.ts';
import { beginLook, isNewest } from './looks.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { Payment, PaymentProvider } from './provider.ts';
import {
  adoptPayment,
  holdBuyer,
  holdPurchase,
  type PurchaseRow,
  selectPurchase,
  updatePurchase,
} from './queries.ts';

/** What a look at a payment found: undefined where there is none, there or here. */
export interface Look {
  payment: Payment | undefined;
  /** As it stands after the look. */
  purchase: PurchaseRow | undefined;
}

/**
 * Looks at how a payment stands at the provider and makes its purchase fit: the one way in which a purchase is
 * credited, taken back or given back. May be called any number of times, at any time, by anybody at once.
 * @throws Problem of the provider.
 */
export async function lookAtPayment(
  c: PaymentsContext,
  provider: PaymentProvider,
  id: string,
): Promise<Look> {
  const known = await selectPurchase(c.db, { payment_intent_id: id });
  if (!known) {
    const payment = await provider.findPayment(id);
    if (!payment || !(await claim(c, provider, payment))) return { payment, purchase: undefined };
  }
  const look = await beginLook(c.db, id);
  const payment = await provider.findPayment(id);
  if (!payment) return { payment, purchase: known };
  const purchase = await c.db.transaction().execute((tx) => fulfil(c, tx, payment, look));
  return { payment, purchase };
}

/**
 * Ties a payment to the purchase that it was made for, which may not know of it: the server can end between
 * asking for a payment and writing down which it is.
 * @returns whether it is tied.
 */
async function claim(c: PaymentsContext, provider: PaymentProvider, payment: Payment): Promise<boolean> {
  const id = payment.purchase_id;
  const purchase = id === undefined ? undefined : await selectPurchase(c.db, { id });
  if (!purchase) return false;
  if (await adoptPayment(c.db, purchase.id, payment.id)) return true;
  // Cannot be paid from here, since nobody was given its secret; but money that came must not be overlooked.
  const look = await beginLook(c.db, payment.id);
  const second = await provider.findPayment(payment.id);
  if (second?.status !== 'succeeded') return false;
  await c.db.transaction().execute(async (tx) => {
    await holdBuyer(tx, c.engine, purchase.user_id);
    const held = await holdPurchase(tx, c.engine, purchase.id);
    if (!(await isNewest(tx, second.id, look))) return;
    const review_reason = marked(held, 'paid_twice', second);
    await updatePurchase(tx, purchase.id, { review_reason, updated_at: c.clock() });
  });
  return false;
}

/** What the operator must still see to: a payment that should not be, until all of it was refunded. */
function marked(
  { review_reason }: PurchaseRow,
  why: NonNullable<PurchaseRow['review_reason']>,
  { received, refunded }: Payment,
): PurchaseRow['review_reason'] {
  if (refunded < received) return why;
  return review_reason === why ? null : review_reason;
}

/** Makes a purchase fit its payment, in one transaction. Holds the user, then the purchase, then the balance. */
async function fulfil(c: PaymentsContext, tx: Tx, payment: Payment, look: number): Promise<PurchaseRow> {
  const { id, user_id } = (await selectPurchase(tx, { payment_intent_id: payment.id }))!;
  const hasAccount = await holdBuyer(tx, c.engine, user_id);
  const purchase = await holdPurchase(tx, c.engine, id);
  if (!(await isNewest(tx, payment.id, look))) return purchase;
  const after = { ...purchase };
  if (payment.status !== 'succeeded') {
    // What was credited is not taken back because a payment says less than it did.
    if (purchase.credited_at === null)
      after.status = payment.status === 'canceled' ? 'failed' : payment.status;
  } else if (payment.received !== purchase.amount || payment.currency !== purchase.currency) {
    after.review_reason = marked(purchase, 'wrong_amount', payment);
    if (purchase.credited_at === null) after.status = 'failed';
  } else {
    if (purchase.credited_at === null && !hasAccount) {
      after.status = 'failed';
      after.review_reason = marked(purchase, 'account_deleted', payment);
    } else {
      if (purchase.credited_at === null) await credit(c, tx, after);
      after.clawed_back = creditsCalledBack(purchase, payment);
      if (after.clawed_back !== purchase.clawed_back) await clawBackTo(c, tx, after);
      after.status = after.clawed_back === after.credits ? 'refunded' : 'succeeded';
    }
  }
  const { status, credited_at, clawed_back, review_reason } = after;
  const changed =
    status !== purchase.status ||
    credited_at !== purchase.credited_at ||
    clawed_back !== purchase.clawed_back ||
    review_reason !== purchase.review_reason;
  if (!changed) return purchase;
  after.updated_at = c.clock();
  await updatePurchase(tx, id, {
    status,
    credited_at,
    clawed_back,
    review_reason,
    updated_at: after.updated_at,
  });
  return after;
}

async function credit(c: PaymentsContext, tx: Tx, purchase: PurchaseRow): Promise<void> {
  const now = c.clock();
  await grant(tx, c.engine, {
    user_id: purchase.user_id,
    amount: purchase.credits,
    kind: 'purchase',
    key: `purchase:${purchase.id}`,
    reference: purchase.id,
    subject: nameOf(purchase),
    now,
  });
  purchase.credited_at = now;
}

/** Makes the ledger's clawbacks of a purchase add up to its `clawed_back`. */
function clawBackTo(c: PaymentsContext, tx: Tx, purchase: PurchaseRow): Promise<void> {
  const { id: reference, user_id, clawed_back: amount } = purchase;
  return setClawedBack(tx, c.engine, {
    user_id,
    reference,
    amount,
    subject: nameOf(purchase),
    now: c.clock(),
  });
}

/** Refunds and disputes call back their share of the credits, rounded in the customer's favour. */
function creditsCalledBack({ credits, amount }: PurchaseRow, { refunded, disputed }: Payment): number {
  return Math.floor((credits * Math.min(amount, refunded + disputed)) / amount);
}

/** The pack's name; its id when it is not sold any more. */
export function nameOf({ package_id }: Pick<PurchaseRow, 'package_id'>): string {
  return creditPackages.find(({ id }) => id === package_id)?.name ?? package_id;
}
