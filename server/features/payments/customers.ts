import { Problem } from 'contract/errors.ts';
import { pluralize } from 'contract/pluralize.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { replaceCustomer } from '../accounts/accounts.ts';
import {
  deleteCustomerDeletion,
  insertCustomerDeletion,
  selectCustomer,
  selectCustomerDeletions,
} from './customer-queries.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { PaymentProvider } from './provider.ts';
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
  const customers = pluralize(errors.length, 'customer');
  if (errors.length > 0)
    throw new AggregateError(errors, `${customers} could not be deleted at the provider.`);
}
