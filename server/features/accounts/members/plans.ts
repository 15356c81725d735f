import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { highestTier, limitOf, type Tier, UNLIMITED, upgradeHint } from 'contract/plans.ts';
import type { Engine } from '../../../platform/db/engine.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { AccountStatusTable } from '../../../platform/db/tables/accounts.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import {
  byCreation,
  newestFirst,
  ownFirst,
  type PageQuery,
  paginate,
  readOwnFirst,
  type TimePage,
} from '../../../platform/http/requests/paging.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { endSessions } from '../login/sessions.ts';
import { insertEvent, lockUser } from '../queries.ts';
import { assertAnotherAdmin } from './members.ts';

export type PlanContext = Pick<AccountsContext, 'engine' | 'clock' | 'personalData'>;

/**
 * Grants a user a plan on behalf of an admin; no subscription lowers it. Sessions continue, since every
 * call reads the plan anew; only a change to or from admin ends them.
 * @returns whether the sessions ended.
 * @throws Problem `not_found`.
 */
export function setTier(c: AccountsContext, user_id: string, tier: Tier): Promise<boolean> {
  return c.db.transaction().execute(async (tx) => {
    const before = await changeTier(tx, c, user_id, tier);
    const sessionsEnd = before !== tier && (before === 'admin' || tier === 'admin');
    if (sessionsEnd) await endSessions(tx, user_id);
    await updateGrantedTier(tx, user_id, tier);
    return sessionsEnd;
  });
}

/**
 * Changes a user's plan, as a subscription does. Sessions continue, since every call reads the plan anew.
 * @returns the plan before.
 * @throws Problem `not_found` for an unknown or deleted account; `last_admin`.
 */
export async function changeTier(tx: Tx, c: PlanContext, user_id: string, tier: Tier): Promise<Tier> {
  if ((await lockUser(tx, c.engine, user_id)) === undefined) throw new Problem('not_found');
  if (tier !== 'admin') await assertAnotherAdmin(tx, c.engine, user_id);
  return replaceTier(tx, c, user_id, tier);
}

/** Changes the plan of a locked user. @returns the plan before. */
async function replaceTier(tx: Tx, c: PlanContext, user_id: string, tier: Tier): Promise<Tier> {
  const now = c.clock();
  await insertStatus(tx, user_id, 'free', now);
  const before = (await selectStatus(tx, { user_id }))!.plan_tier;
  if (!(await updateTier(tx, user_id, tier, now))) return before;
  await startPlan(tx, c, user_id, tier);
  await insertEvent(tx, { user_id, kind: 'plan', detail: tier, created_at: now });
  return before;
}

/**
 * Gives a locked user what a login provider's groups give, and takes away what they gave before; also from the last
 * admin, for whom the provider speaks no more: the command line makes another.
 */
export async function followGroups(
  tx: Tx,
  c: PlanContext,
  user_id: string,
  { issuer, groupTier }: { issuer: string; groupTier: Tier | null },
): Promise<void> {
  const own = tx
    .updateTable('identity')
    .set({ group_tier: groupTier })
    .where('user_id', '=', user_id)
    .where('issuer', '=', issuer);
  // What an admin decided by hand stays where no group has or had a say.
  const changing = groupTier === null ? own.where('group_tier', 'is not', null) : own;
  const { numUpdatedRows } = await changing.executeTakeFirst();
  if (numUpdatedRows > 0n) await settlePlan(tx, c, user_id);
}

/**
 * Gives a locked user the highest plan of those that groups give, an admin granted and a subscription pays for. A change
 * to or from admin ends the sessions.
 */
export async function settlePlan(tx: Tx, c: PlanContext, user_id: string): Promise<void> {
  const others: Tier[] = [];
  for (const { planOf } of c.personalData) others.push((await planOf?.(tx, user_id)) ?? 'free');
  const tier = highestTier([await grantedTier(tx, user_id), ...others]);
  const before = await replaceTier(tx, c, user_id, tier);
  if (before !== tier && (before === 'admin' || tier === 'admin')) await endSessions(tx, user_id);
}

/** The plan that a user has without paying for it: from an admin, or from groups of login providers. */
export async function grantedTier(tx: Tx, user_id: string): Promise<Tier> {
  const granted = await tx
    .selectFrom('account_status')
    .where('user_id', '=', user_id)
    .select('granted_tier')
    .executeTakeFirst();
  const identities = await tx
    .selectFrom('identity')
    .where('user_id', '=', user_id)
    .select('group_tier')
    .execute();
  return highestTier([granted?.granted_tier ?? null, ...identities.map((one) => one.group_tier)]);
}

/** Tells every feature that a user has a new plan. */
export async function startPlan(
  tx: Tx,
  c: Pick<AccountsContext, 'clock' | 'personalData'>,
  user_id: string,
  tier: Tier,
): Promise<void> {
  for (const { planStarted } of c.personalData) await planStarted?.(tx, user_id, tier, c.clock());
}

/**
 * Locks a user's row until the transaction ends and returns their current plan. Count and add what a plan limits
 * under this lock, so that two tabs cannot both take the last place.
 * @throws Problem `unauthorized` if the account has been deleted.
 */
export async function lockPlan(tx: Tx, engine: Engine, user_id: string): Promise<Tier> {
  const user = tx.selectFrom('user').where('id', '=', user_id).where('deleted_at', 'is', null).select('id');
  if (!(await engine.lockRow(user).executeTakeFirst())) throw new Problem('unauthorized');
  const status = await tx
    .selectFrom('account_status')
    .where('user_id', '=', user_id)
    .select('plan_tier')
    .executeTakeFirst();
  return status?.plan_tier ?? 'free';
}

/** @throws Problem `limit_reached` with the `limit`, in §6's words, if the plan allows no more than `count` returns. */
export async function assertBelowLimit(
  plan_tier: Tier,
  what: 'savedTracks' | 'playlists',
  count: () => Promise<number>,
): Promise<void> {
  const limit = limitOf({ plan_tier }, what);
  if (limit !== UNLIMITED && (await count()) >= limit)
    throw new Problem('limit_reached', upgradeHint(what, plan_tier), { limit });
}

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
  if (user_id === undefined)
    return paginate(
      query,
      ownFirst(user.id),
      (page) => readOwnFirst(user.id, page, (whose, part) => selectStatuses(c.db, { ...whose, ...part })),
      () => countRows(c.db.selectFrom('account_status')),
    );
  return paginate(
    query,
    byCreation,
    (page) => selectStatuses(c.db, { user_id, ...page }),
    () => countRows(c.db.selectFrom('account_status').where('user_id', '=', user_id)),
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
    plan_tier?: Tier | undefined;
    stripe_customer_id?: string | null | undefined;
  },
) {
  const row = await getStatus(c, user, id);
  const { plan_tier = row.plan_tier, stripe_customer_id = row.stripe_customer_id } = input;
  if (stripe_customer_id !== row.stripe_customer_id) throw new Problem('forbidden');
  if (plan_tier !== row.plan_tier && !isAdmin(user)) throw new Problem('forbidden');
  if (input.plan_tier === undefined || !isAdmin(user)) return row;
  await setTier(c, row.user_id, plan_tier);
  return (await selectStatus(c.db, { id }))!;
}

const statusColumns = [
  'id',
  'id as account_status_id',
  'user_id',
  'plan_tier',
  'stripe_customer_id',
  'created_at',
  'updated_at',
] as const;

/** Inserts a plan record for a user who has none. */
export async function insertStatus(
  db: Db | Tx,
  user_id: string,
  plan_tier: Tier,
  now: number,
): Promise<void> {
  await db
    .insertInto('account_status')
    .values({
      id: randomUUID(),
      user_id,
      plan_tier,
      stripe_customer_id: null,
      created_at: now,
      updated_at: now,
      plan_since: now,
      granted_tier: plan_tier,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export function selectStatus(db: Db | Tx, where: Partial<Pick<AccountStatusTable, 'id' | 'user_id'>>) {
  let query = db.selectFrom('account_status').select(statusColumns);
  if (where.id !== undefined) query = query.where('id', '=', where.id);
  if (where.user_id !== undefined) query = query.where('user_id', '=', where.user_id);
  return query.executeTakeFirst();
}

/** Plan records of one user or of all, newest first. */
function selectStatuses(db: Db, page: TimePage & { user_id?: string; except?: string }) {
  let query = db.selectFrom('account_status').select(statusColumns);
  if (page.user_id !== undefined) query = query.where('user_id', '=', page.user_id);
  if (page.except !== undefined) query = query.where('user_id', '<>', page.except);
  return newestFirst(query, 'account_status', page).execute();
}

/** @returns whether the tier changed. */
async function updateTier(tx: Tx, user_id: string, plan_tier: Tier, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_status')
    .set({ plan_tier, updated_at: now, plan_since: now })
    .where('user_id', '=', user_id)
    .where('plan_tier', '<>', plan_tier)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Saves the tier that an admin granted. */
async function updateGrantedTier(tx: Tx, user_id: string, granted_tier: Tier): Promise<void> {
  await tx.updateTable('account_status').set({ granted_tier }).where('user_id', '=', user_id).execute();
}

/** Replaces the payment provider's customer id of a user, if it is still `before`. */
export async function replaceCustomer(
  tx: Tx,
  user_id: string,
  before: string | null,
  customer_id: string,
): Promise<void> {
  await tx
    .updateTable('account_status')
    .set({ stripe_customer_id: customer_id })
    .where('user_id', '=', user_id)
    .where('stripe_customer_id', before === null ? 'is' : '=', before)
    .execute();
}
