import type { Payment } from './provider.ts';
import type { PurchaseRow } from './queries.ts';

export type Changes = Partial<Pick<PurchaseRow, 'status' | 'credited_at' | 'clawed_back' | 'review_reason'>>;

/** Decides what a payment changes about its purchase. */
export function decidePayment(
  purchase: PurchaseRow,
  payment: Payment,
  hasAccount: boolean,
  now: number,
): Changes {
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
export function reviewReason(
  { review_reason }: PurchaseRow,
  reason: NonNullable<PurchaseRow['review_reason']>,
  { received, refunded }: Payment,
): PurchaseRow['review_reason'] {
  if (refunded < received) return reason;
  return review_reason === reason ? null : review_reason;
}
