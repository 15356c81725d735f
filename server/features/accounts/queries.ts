import { randomUUID } from 'node:crypto';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { UserTable } from '../../platform/db/tables/accounts.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import type { AccountsContext } from './accounts-context.ts';

/** A user's public columns. */
export type UserRow = Pick<
  CurrentUser,
  'id' | 'username' | 'name' | 'email' | 'avatar_url' | 'created_at' | 'language'
>;

/** Inserts a user unless the email or the username is taken. @returns whether it did. */
export async function insertUser(
  tx: Tx,
  user: Omit<
    UserTable,
    'avatar_url' | 'deleted_at' | 'suspended_at' | 'email_confirmed_at' | 'must_confirm_email'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('user')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function selectByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('user')
    .where('email', '=', email)
    .select([
      'id',
      'username',
      'name',
      'email',
      'avatar_url',
      'created_at',
      'language',
      'password_hash',
      'suspended_at',
    ])
    .executeTakeFirst();
}

export function selectUser(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('user')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .select(['id', 'username', 'name', 'email', 'avatar_url', 'created_at', 'language', 'suspended_at'])
    .executeTakeFirst();
}

export async function selectPasswordHash(db: Db, user_id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('user')
    .where('id', '=', user_id)
    .select('password_hash')
    .executeTakeFirst();
  return row?.password_hash;
}

/**
 * Locks a user's row until the transaction ends. Everything that begins or ends sessions or changes the account takes
 * this lock first, so that concurrent calls run one after another and cannot deadlock.
 * @returns the password hash: null without a password, undefined once the account is deleted.
 */
export async function lockUser(tx: Tx, engine: Engine, user_id: string): Promise<string | null | undefined> {
  const query = tx
    .selectFrom('user')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .select('password_hash');
  return (await engine.lockRow(query).executeTakeFirst())?.password_hash;
}

/** Replaces the picture of a locked user. @returns the previous one. */
export async function replaceAvatar(
  tx: Tx,
  user_id: string,
  avatar_url: string | null,
): Promise<string | null> {
  const before = await tx
    .selectFrom('user')
    .where('id', '=', user_id)
    .select('avatar_url')
    .executeTakeFirstOrThrow();
  await tx.updateTable('user').set({ avatar_url }).where('id', '=', user_id).execute();
  return before.avatar_url;
}

export async function isAvatarInUse(db: Db, avatar_url: string): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .where('avatar_url', '=', avatar_url)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reduces a user to an id that others' rows refer to. */
export async function anonymizeUser(tx: Tx, user_id: string, now: number): Promise<void> {
  const username = `deleted-${user_id}`;
  await tx
    .updateTable('user')
    .set({
      username,
      username_key: username,
      name: 'Deleted user',
      email: null,
      password_hash: null,
      avatar_url: null,
      language: null,
      deleted_at: now,
    })
    .where('id', '=', user_id)
    .execute();
  for (const table of ['session', 'password_reset', 'email_confirmation', 'account_status'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute();
  }
}

export async function insertEvent(
  tx: Tx,
  event: { user_id: string; kind: Schema['account_event']['kind']; detail?: string; created_at: number },
): Promise<void> {
  await tx
    .insertInto('account_event')
    .values({ id: randomUUID(), detail: null, ...event })
    .execute();
}

/** Notes that somebody changed how they log in. */
export const insertSecurityEvent = (tx: Tx, user_id: string, detail: string, created_at: number) =>
  insertEvent(tx, { user_id, kind: 'security', detail, created_at });

/** True if an account is limited. Nobody is kept waiting for a mail that cannot be sent any more. */
export const mustConfirmEmail = (
  { mail }: Pick<AccountsContext, 'mail'>,
  user: Pick<Schema['user'], 'email_confirmed_at'> & { must_confirm_email: number },
): boolean => user.must_confirm_email === 1 && user.email_confirmed_at === null && mail !== null;

export function selectConfirmation(db: Db | Tx, token_hash: string, now: number) {
  return db
    .selectFrom('email_confirmation')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .select(['user_id', 'email'])
    .executeTakeFirst();
}

/** Invalidates all links of a user. */
export async function deleteConfirmations(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('email_confirmation').where('user_id', '=', user_id).execute();
}

export function selectEmail(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('user')
    .where('id', '=', user_id)
    .select(['email', 'email_confirmed_at', 'must_confirm_email', 'language'])
    .executeTakeFirst();
}

/** Marks the address of a locked user as theirs. */
export async function updateConfirmed(tx: Tx, user_id: string, email_confirmed_at: number): Promise<void> {
  await tx.updateTable('user').set({ email_confirmed_at }).where('id', '=', user_id).execute();
}

/** The id of the user who may use this reset; undefined for an unknown or expired one. */
export async function selectResetUser(db: Db, token_hash: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_reset')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns whether the reset was still there: of several concurrent calls, one gets true. */
export async function deleteReset(tx: Tx, token_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_reset')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteResets(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', user_id).execute();
}
