import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { assertSameId } from '../../platform/http/same-id.ts';
import type { AccountsContext } from './accounts-context.ts';
import { setTier } from './plans.ts';
import { countStatuses, insertStatus, selectStatus, selectStatuses } from './status-queries.ts';

const isAdmin = (user: CurrentUser) => user.plan_tier === 'admin';

/** The caller's plan record. For an admin: all of them, newest first, or those of one user. */
export async function listStatuses(
  c: AccountsContext,
  user: CurrentUser,
  query: PageQuery & { user_id?: string | undefined },
) {
  if (!isAdmin(user) && query.user_id !== undefined && query.user_id !== user.id)
    return { rows: [], total: 0, next: undefined };
  const user_id = isAdmin(user) ? query.user_id : user.id;
  return paginate(
    query,
    byCreation,
    (page) => selectStatuses(c.db, { user_id, ...page }),
    () => countStatuses(c.db, user_id),
  );
}

/** @throws Problem `not_found` for an unknown record and, unless the caller is an admin, for another user's. */
export async function getStatus(c: AccountsContext, user: CurrentUser, id: string) {
  const row = await selectStatus(c.db, isAdmin(user) ? { id } : { id, user_id: user.id });
  if (!row) throw new Problem('not_found');
  return row;
}

/** The caller's plan record, created with the free plan if it is missing. */
export async function ownStatus(c: AccountsContext, user: CurrentUser) {
  await insertStatus(c.db, user.id, 'free', c.clock());
  return (await selectStatus(c.db, { user_id: user.id }))!;
}

/**
 * Changes the plan, as an admin. Unchanged values are accepted from anyone.
 * @throws Problem `bad_input` if the ids differ; `not_found`; `forbidden` if the caller is not an admin, or changes the
 *   payment provider's customer id, which nobody may.
 */
export async function editStatus(
  c: AccountsContext,
  user: CurrentUser,
  id: string,
  input: {
    account_status_id?: string | undefined;
    plan_tier?: Tier | undefined;
    stripe_customer_id?: string | null | undefined;
  },
) {
  assertSameId('account_status_id', input.account_status_id, id);
  const row = await getStatus(c, user, id);
  const { plan_tier = row.plan_tier, stripe_customer_id = row.stripe_customer_id } = input;
  if (stripe_customer_id !== row.stripe_customer_id) throw new Problem('forbidden');
  if (plan_tier !== row.plan_tier && !isAdmin(user)) throw new Problem('forbidden');
  if (input.plan_tier === undefined || !isAdmin(user)) return row;
  await setTier(c, row.user_id, plan_tier);
  return (await selectStatus(c.db, { id }))!;
}
