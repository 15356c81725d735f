import { randomUUID } from 'node:crypto';
import type { Tier } from 'contract/plans.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { AccountStatusTable } from '../../platform/db/tables/accounts.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';

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
export function selectStatuses(
  db: Db,
  page: { user_id: string | undefined; after: TimeKeys | undefined; limit: number },
) {
  let query = db.selectFrom('account_status').select(statusColumns);
  if (page.user_id !== undefined) query = query.where('user_id', '=', page.user_id);
  if (page.after) query = query.where(sql<boolean>`(created_at, id) < (${sql.join(page.after)})`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}

export async function countStatuses(db: Db, user_id: string | undefined): Promise<number> {
  let query = db.selectFrom('account_status').select(({ fn }) => fn.countAll<number>().as('total'));
  if (user_id !== undefined) query = query.where('user_id', '=', user_id);
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** @returns whether the tier changed. */
export async function updateTier(tx: Tx, user_id: string, plan_tier: Tier, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_status')
    .set({ plan_tier, updated_at: now, plan_since: now })
    .where('user_id', '=', user_id)
    .where('plan_tier', '<>', plan_tier)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Saves the tier that an admin granted. */
export async function updateGrantedTier(tx: Tx, user_id: string, granted_tier: Tier): Promise<void> {
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
