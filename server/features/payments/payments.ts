import type { PersonalData } from '../accounts/accounts.ts';
import { purchaseChecks } from './checks.ts';
import { nameOf } from './fulfil.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { PaymentProvider } from './provider.ts';
import {
  deleteCustomerDeletion,
  insertCustomerDeletion,
  selectCustomer,
  selectCustomerDeletions,
  selectPurchasesForReview,
} from './queries.ts';

export type { PaymentsContext } from './payments-context.ts';
export { nameOf, purchaseChecks, selectPurchasesForReview };

/**
 * A person's purchases and subscriptions. Of a deleted account the rows stay, without a name: what was sold and
 * what was paid must be kept for the books, and a dispute may still come. The provider is told to delete its
 * customer, with their cards and email, which also ends what they pay monthly.
 */
export const purchaseData = (payments: PaymentProvider | null): PersonalData => ({
  name: 'purchases',
  export: async (db, user_id) => ({
    packs: await db
      .selectFrom('purchase')
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .select([
        'id',
        'package_id',
        'credits',
        'amount',
        'currency',
        'status',
        'payment_intent_id',
        'created_at',
        'credited_at',
      ])
      .execute(),
    subscriptions: await db
      .selectFrom('subscription')
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .select(['id', 'tier', 'status', 'cancel_at_period_end', 'current_period_end', 'created_at'])
      .execute(),
  }),
  erase: async (tx, user_id) => {
    const customer_id = (await selectCustomer(tx, { user_id }))?.stripe_customer_id;
    if (customer_id) await insertCustomerDeletion(tx, customer_id);
    await tx
      .updateTable('purchase')
      .set({ status: 'failed' })
      .where('user_id', '=', user_id)
      .where('status', '=', 'open')
      .execute();
  },
  eraseElsewhere: (db) => forgetCustomers({ db, payments }),
});

/** Tells the provider to delete the customers of deleted accounts; those that it could not, next time. */
export async function forgetCustomers(c: Pick<PaymentsContext, 'db' | 'payments'>): Promise<void> {
  if (!c.payments) return;
  for (const { customer_id } of await selectCustomerDeletions(c.db)) {
    await c.payments.deleteCustomer(customer_id);
    await deleteCustomerDeletion(c.db, customer_id);
  }
}
