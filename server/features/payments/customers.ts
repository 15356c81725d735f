import { Problem } from 'contract/errors.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { SubscriptionTable } from '../../platform/db/tables/payments.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { replaceCustomer } from '../accounts/accounts.ts';
import type { PaymentProvider, PaymentsContext } from './provider.ts';
import { lockBuyer } from './queries.ts';

/**
 * Runs `call` with the user's customer id at the provider. Creates the customer if there is none, and again if the
 * provider no longer knows it, for example after a change of keys.
 * @throws Problem `unauthorized` if the account is deleted meanwhile; those of the provider.
 */
export async function withCustomer<T>(
  c: PaymentsContext,
  provider: PaymentProvider,
  user: CurrentUser,
  call: (customer_id: string) => Promise<T>,
): Promise<T> {
  const account = await selectCustomer(c.db, { user_id: user.id });
  if (!account) throw new Problem('unauthorized');
  const known = account.stripe_customer_id;
  if (known !== null) {
    try {
      return await call(known);
    } catch (error) {
      if (!isMissingCustomer(error)) throw error;
    }
  }
  const { id: user_id, email } = user;
  const key = `customer-${user_id}-${known ?? 'first'}`;
  const created = await provider.createCustomer({ user_id, email, key });
  if (!(await saveCustomer(c, user_id, known, created))) throw new Problem('unauthorized');
  return call(created);
}

/** Saves a new customer, or schedules its deletion if the account is gone. @returns whether there is an account. */
function saveCustomer(
  c: PaymentsContext,
  user_id: string,
  before: string | null,
  customer_id: string,
): Promise<boolean> {
  return c.db.transaction().execute(async (tx) => {
    const hasAccount = await lockBuyer(tx, c.engine, user_id);
    if (hasAccount) await replaceCustomer(tx, user_id, before, customer_id);
    else await insertCustomerDeletion(tx, customer_id);
    return hasAccount;
  });
}

function isMissingCustomer(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; param?: unknown } };
  return cause?.code === 'resource_missing' && cause.param === 'customer';
}

/**
 * Deletes the customers of deleted accounts at the provider. The next run retries those that fail.
 * @throws AggregateError after the last one, if any failed.
 */
export async function deleteCustomers(c: Pick<PaymentsContext, 'db' | 'payments'>): Promise<void> {
  if (!c.payments) return;
  const errors: unknown[] = [];
  for (const { customer_id } of await selectCustomerDeletions(c.db)) {
    try {
      await c.payments.deleteCustomer(customer_id);
      await deleteCustomerDeletion(c.db, customer_id);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(
      errors,
      `Customers that could not be deleted at the provider: ${errors.length}.`,
    );
}

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
  let query = db.selectFrom('account_status').select(['user_id', 'plan_tier', 'stripe_customer_id']);
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

function selectCustomerDeletions(db: Db) {
  return db.selectFrom('customer_deletion').select('customer_id').execute();
}

async function deleteCustomerDeletion(db: Db, customer_id: string): Promise<void> {
  await db.deleteFrom('customer_deletion').where('customer_id', '=', customer_id).execute();
}
