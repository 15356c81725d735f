import { creditPackages } from 'contract/features/credits-constants.ts';
import { highestTier } from 'contract/plans.ts';
import { sql } from 'kysely';
import type { Invariant } from '../../platform/db/invariant.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { insertCustomerDeletion, selectCustomer, selectRunningSubscriptions } from './customers.ts';

export { deleteCustomers } from './customers.ts';
export type { PaymentsContext } from './provider.ts';
export { selectPurchasesForReview } from './queries.ts';

/**
 * Purchases and subscriptions. After an account is deleted the rows stay, without a name: the books need every sale
 * and payment, and a dispute may still come. The customer at the provider is deleted with its cards and email, which
 * also ends its subscriptions.
 */
export const purchaseData: PersonalData = {
  name: 'purchases',
  planOf: async (tx, user_id) =>
    highestTier((await selectRunningSubscriptions(tx, user_id)).map(({ tier }) => tier)),
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
};

/** Invariants of purchases and the credits they gave. */
export const purchaseChecks: Invariant[] = [
  {
    name: 'every credited purchase has one purchase entry with its credits',
    violations: sql`select purchase.id, purchase.user_id, purchase.credits, entry.amount from purchase
      left join credit_entry as entry on entry.key = 'purchase:' || purchase.id
      where purchase.credited_at is not null and not coalesce(entry.kind = 'purchase'
        and entry.user_id = purchase.user_id and entry.amount = purchase.credits
        and entry.reference = purchase.id, 1 = 0)`,
  },
  {
    name: 'every purchase entry belongs to a credited purchase, once',
    violations: sql`select entry.id, entry.user_id, entry.reference from credit_entry as entry
      join purchase on purchase.id = entry.reference
      where entry.kind = 'purchase'
        and (purchase.credited_at is null or entry.key <> 'purchase:' || purchase.id)`,
  },
  {
    name: 'clawed_back of a purchase is the sum of its open clawbacks',
    violations: sql`select purchase.id, purchase.clawed_back, coalesce(asked.total, 0) as asked from purchase
      left join (select reference, sum(amount) as total from clawback
        where reversed_at is null group by reference) as asked on asked.reference = purchase.id
      where purchase.clawed_back <> coalesce(asked.total, 0)`,
  },
  {
    name: 'a purchase is credited if and only if it succeeded',
    violations: sql`select id, status from purchase
      where (credited_at is not null) <> (status in ('succeeded', 'refunded'))`,
  },
];

/** A pack's name; its id if it is no longer sold. */
export function packageName({ package_id }: { package_id: string }): string {
  return creditPackages.find(({ id }) => id === package_id)?.name ?? package_id;
}
