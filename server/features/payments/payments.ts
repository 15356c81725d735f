import type { PersonalData } from '../accounts/accounts.ts';
import { insertCustomerDeletion, selectCustomer } from './customer-queries.ts';
import { deleteCustomers } from './customers.ts';
import type { PaymentProvider } from './provider.ts';

export { purchaseChecks } from './checks.ts';
export { deleteCustomers } from './customers.ts';
export { packageName } from './package-name.ts';
export type { PaymentsContext } from './payments-context.ts';
export { selectPurchasesForReview } from './queries.ts';

/**
 * Purchases and subscriptions. After an account is deleted the rows stay, without a name: the books need every sale
 * and payment, and a dispute may still come. The customer at the provider is deleted with its cards and email, which
 * also ends its subscriptions.
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
  eraseElsewhere: (db) => deleteCustomers({ db, payments }),
});
