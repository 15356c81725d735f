import type { AppContext } from '../app-context.ts';
import { packageName, selectPurchasesForReview } from '../features/payments/payments.ts';

/** Payments that credited nothing, or not what came, and what to do about each. Amounts in US dollars. */
export async function paymentsForReview(c: Pick<AppContext, 'db'>): Promise<string> {
  const marked = await selectPurchasesForReview(c.db);
  if (marked.length === 0) return 'No payment needs your attention.';
  const lines = marked.map((one) => {
    const day = new Date(one.created_at).toISOString().slice(0, 10);
    const what = `${packageName(one)}, $${(one.amount / 100).toFixed(2)}, by ${one.email ?? 'a deleted account'}`;
    const advice = ADVICE[one.review_reason!](one.payment_intent_id ?? 'none', one.id);
    return `${day}  ${what}\n  purchase ${one.id}\n  ${advice}`;
  });
  return [...lines, 'Each leaves this list once its money was refunded at Stripe.'].join('\n\n');
}

const ADVICE = {
  wrong_amount: (payment: string) =>
    `Another amount or currency came than was asked for; nothing was credited. Refund ${payment}.`,
  paid_twice: (payment: string, purchase: string) =>
    `Paid twice, credited once for ${payment}. Find the other by metadata purchase_id ${purchase} and refund it.`,
  account_deleted: (payment: string) =>
    `Paid when the account was deleted already; nothing was credited. Refund ${payment}.`,
};
