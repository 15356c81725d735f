import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { setTier } from './accounts.ts';
import { countStatuses, insertStatus, selectStatus, selectStatuses } from './queries.ts';

const isAdmin = (user: CurrentUser) => user.plan_tier === 'admin';

/** The own plan record; everybody's for an admin, newest first, or one user's. */
export async function listStatuses(
  c: Context,
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

/** @throws Problem `not_found` for an unknown one and, but for admins, for somebody else's. */
export async function getStatus(c: Context, user: CurrentUser, id: string) {
  const row = await selectStatus(c.db, isAdmin(user) ? { id } : { id, user_id: user.id });
  if (!row) throw new Problem('not_found');
  return row;
}

/** The own plan record, made with the free plan if it is missing; nobody makes themselves more. */
export async function ownStatus(c: Context, user: CurrentUser) {
  await insertStatus(c.db, user.id, 'free', c.clock());
  return (await selectStatus(c.db, { user_id: user.id }))!;
}

/**
 * Sets the tier, by an admin. What changes nothing is answered with the true record.
 * @throws Problem `bad_input` when the ids differ; `not_found`; `forbidden` for a change that is not the
 *   caller's to make: any, but for admins, and of the payment provider's reference by anybody.
 */
export async function editStatus(
  c: Context,
  user: CurrentUser,
  id: string,
  wish: {
    account_status_id?: string | undefined;
    plan_tier?: Tier | undefined;
    stripe_customer_id?: string | null | undefined;
  },
) {
  if (wish.account_status_id !== undefined && wish.account_status_id.toLowerCase() !== id.toLowerCase()) {
    throw new Problem('bad_input', 'account_status_id: This is not the id of the address.', {
      field: 'account_status_id',
    });
  }
  const row = await getStatus(c, user, id);
  const { plan_tier = row.plan_tier, stripe_customer_id = row.stripe_customer_id } = wish;
  if (stripe_customer_id !== row.stripe_customer_id) throw new Problem('forbidden');
  if (plan_tier === row.plan_tier) return row;
  if (!isAdmin(user)) throw new Problem('forbidden');
  await setTier(c, row.user_id, plan_tier);
  return (await selectStatus(c.db, { id }))!;
}
