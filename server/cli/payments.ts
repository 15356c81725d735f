import type { AppContext } from '../app-context.ts';
import { packageName, selectPurchasesForReview } from '../features/payments/payments.ts';

/** Lists payments that credited nothing or not enough, and what to do about each. Amounts are in US dollars. */
export async function reviewPayments(c: Pick<AppContext, 'db'>): Promise<string> {
  const purchases = await selectPurchasesForReview(c.db);
  if (purchases.length === 0) return 'No payment needs a review.';
  const lines = purchases.map((purchase) => {
    const day = new Date(purchase.created_at).toISOString().slice(0, 10);
    const dollars = (purchase.amount / 100).toFixed(2);
    const buyer = purchase.email ?? 'a deleted account';
    const advice = ADVICE[purchase.review_reason!](purchase.payment_intent_id ?? 'none', purchase.id);
    return `${day}  ${packageName(purchase)}, $${dollars}, by ${buyer}\n  purchase ${purchase.id}\n  ${advice}`;
  });
  return [...lines, 'A payment leaves this list once it is refunded at Stripe.'].join('\n\n');
}

const ADVICE = {
  wrong_amount: (payment: string) =>
    `The amount or currency differs from the price, so nothing was credited. Refund ${payment}.`,
  paid_twice: (payment: string, purchase: string) =>
    `Paid twice, credited once for ${payment}. Find the other payment by its metadata purchase_id ${purchase} and refund it.`,
  account_deleted: (payment: string) =>
    `Paid after the account was deleted, so nothing was credited. Refund ${payment}.`,
};
