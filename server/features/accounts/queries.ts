import { randomUUID } from 'node:crypto';
import type { Tier } from 'contract/plans.ts';
import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { AccountStatusTable, Db, Schema, Tx, UserTable } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';

export type NewUser = Omit<UserTable, 'avatar_url' | 'deleted_at'>;

/** Writes a user, unless the email or the username is taken. @returns whether it was written. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('user')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function emailTaken(db: Db | Tx, email: string): Promise<boolean> {
  return (await findByEmail(db, email)) !== undefined;
}

export function findByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('user')
    .where('email', '=', email)
    .select(['id', 'username', 'name', 'email', 'avatar_url', 'created_at', 'password_hash'])
    .executeTakeFirst();
}

export async function passwordHashOf(db: Db | Tx, user_id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('user')
    .where('id', '=', user_id)
    .select('password_hash')
    .executeTakeFirst();
  return row?.password_hash;
}

/**
 * Holds a user's row until the transaction ends and tells its password hash. Whatever begins or ends sessions
 * or changes the account holds it first, so that none slips in beside another and none waits in a circle.
 */
export async function holdUser(tx: Tx, engine: Engine, user_id: string): Promise<string | null | undefined> {
  const query = tx.selectFrom('user').where('id', '=', user_id).select('password_hash');
  return (await engine.lockRow(query).executeTakeFirst())?.password_hash;
}

export async function setPasswordHash(tx: Tx, user_id: string, password_hash: string): Promise<void> {
  await tx.updateTable('user').set({ password_hash }).where('id', '=', user_id).execute();
}

export async function updateUser(
  tx: Tx,
  user_id: string,
  changes: Partial<Pick<UserTable, 'name' | 'username' | 'username_key'>>,
): Promise<void> {
  await tx.updateTable('user').set(changes).where('id', '=', user_id).execute();
}

/** Shows another picture, and tells which it was before. The user's row must be held. */
export async function swapAvatar(tx: Tx, user_id: string, avatar_url: string | null): Promise<string | null> {
  const before = await tx
    .selectFrom('user')
    .where('id', '=', user_id)
    .select('avatar_url')
    .executeTakeFirstOrThrow();
  await tx.updateTable('user').set({ avatar_url }).where('id', '=', user_id).execute();
  return before.avatar_url;
}

export async function avatarInUse(db: Db, avatar_url: string): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .where('avatar_url', '=', avatar_url)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Leaves of a user only what others' rows stand on: an id under which nobody can be found. */
export async function anonymise(tx: Tx, user_id: string, now: number): Promise<void> {
  const nobody = `deleted-${user_id}`;
  await tx
    .updateTable('user')
    .set({
      username: nobody,
      username_key: nobody,
      name: 'Deleted user',
      email: null,
      password_hash: null,
      avatar_url: null,
      deleted_at: now,
    })
    .where('id', '=', user_id)
    .execute();
  for (const table of ['session', 'password_reset', 'account_status'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute();
  }
}

export async function noteEvent(
  tx: Tx,
  event: { user_id: string; kind: Schema['account_event']['kind']; detail?: string; created_at: number },
): Promise<void> {
  await tx
    .insertInto('account_event')
    .values({ id: randomUUID(), detail: null, ...event })
    .execute();
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

/** Writes a plan record for a user who has none. */
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

/** Plan records, newest first; of one user, or of all. */
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

/** @returns whether the tier is another than before. */
export async function setTier(tx: Tx, user_id: string, plan_tier: Tier, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_status')
    .set({ plan_tier, updated_at: now, plan_since: now })
    .where('user_id', '=', user_id)
    .where('plan_tier', '<>', plan_tier)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces the payment provider's customer id of a user. @returns whether it was still `before`. */
export async function replaceCustomer(
  db: Db,
  user_id: string,
  before: string | null,
  customer_id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_status')
    .set({ stripe_customer_id: customer_id })
    .where('user_id', '=', user_id)
    .where('stripe_customer_id', before === null ? 'is' : '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertReset(
  db: Db,
  reset: { token_hash: string; user_id: string; expires_at: number },
): Promise<void> {
  await db.insertInto('password_reset').values(reset).execute();
}

/** Whose live reset this is. */
export async function resetOwner(db: Db, token_hash: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_reset')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Uses a reset up: of many at once, one is told yes. */
export async function takeReset(tx: Tx, token_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_reset')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function dropResets(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', user_id).execute();
}
