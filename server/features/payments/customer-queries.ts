import type { Db, Tx } from '../../platform/db/schema.ts';
import type { SubscriptionTable } from '../../platform/db/tables/payments.ts';

export function selectSubscription(db: Db | Tx, id: string) {
  return db.selectFrom('subscription').where('id', '=', id).selectAll().executeTakeFirst();
}

/** The user's subscriptions that have not ended, newest first. */
export function selectRunningSubscriptions(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('subscription')
    .where('user_id', '=', user_id)
    .where('status', '<>', 'ended')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();
}

export async function upsertSubscription(tx: Tx, row: SubscriptionTable): Promise<void> {
  const { id, created_at, ...changes } = row;
  await tx
    .insertInto('subscription')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

/** The plan and customer id of a user, or of a customer of the provider. */
export async function selectCustomer(db: Db | Tx, where: { user_id: string } | { customer_id: string }) {
  let query = db
    .selectFrom('account_status')
    .select(['user_id', 'plan_tier', 'granted_tier', 'stripe_customer_id']);
  if ('user_id' in where) query = query.where('user_id', '=', where.user_id);
  else query = query.where('stripe_customer_id', '=', where.customer_id);
  return query.executeTakeFirst();
}

export async function insertCustomerDeletion(tx: Tx, customer_id: string): Promise<void> {
  await tx
    .insertInto('customer_deletion')
    .values({ customer_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function selectCustomerDeletions(db: Db) {
  return db.selectFrom('customer_deletion').select('customer_id').execute();
}

export async function deleteCustomerDeletion(db: Db, customer_id: string): Promise<void> {
  await db.deleteFrom('customer_deletion').where('customer_id', '=', customer_id).execute();
}
