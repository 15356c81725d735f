import { createHash, randomBytes } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { deleteOldSignUpCounts } from '../proof/guard.ts';
import { deleteOldPlaces } from '../proof/known-places.ts';
import { lockUser, selectEmail } from '../queries.ts';

/** A session ends after this long without use, ms. */
export const SESSION_IDLE_MS = 30 * 86_400_000;

/** Only hashes of tokens are stored: a stolen table gives nobody access. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Begins a session of a locked user and deletes their expired ones.
 * @param from the device in words; whether the user proved more than a password, and enough to change how they log in.
 * @returns its token, which is not stored.
 */
export async function beginSession(
  tx: Tx,
  user_id: string,
  now: number,
  from: { device?: string | null; secondFactor?: boolean; confirmed?: boolean } = {},
): Promise<string> {
  const token = newToken();
  await tx
    .deleteFrom('session')
    .where('user_id', '=', user_id)
    .where('last_used_at', '<=', now - SESSION_IDLE_MS)
    .execute();
  await tx
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      user_id,
      created_at: now,
      last_used_at: now,
      device: from.device ?? null,
      second_factor: from.secondFactor ? 1 : 0,
      confirmed_at: from.confirmed ? now : null,
    })
    .execute();
  return token;
}

/** A user's sessions, for the export. */
export function selectSessions(db: Db, user_id: string) {
  return db
    .selectFrom('session')
    .where('user_id', '=', user_id)
    .select(['device', 'created_at', 'last_used_at'])
    .execute();
}

export async function endSession(db: Db, session: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', session).execute();
}

/** Ends every session of a user, except `keep`. */
export async function endSessions(db: Db | Tx, user_id: string, keep?: string): Promise<void> {
  let query = db.deleteFrom('session').where('user_id', '=', user_id);
  if (keep !== undefined) query = query.where('token_hash', '<>', keep);
  await query.execute();
}

/** Deletes what has expired: sessions, links of mails, places that were not used for long, counts of sign-ups. Runs daily. */
export async function pruneSessions(c: Pick<AccountsContext, 'db' | 'clock'>): Promise<void> {
  const now = c.clock();
  await c.db
    .deleteFrom('session')
    .where('last_used_at', '<=', now - SESSION_IDLE_MS)
    .execute();
  for (const table of ['password_reset', 'email_confirmation'] as const)
    await c.db.deleteFrom(table).where('expires_at', '<=', now).execute();
  await deleteOldSignUpCounts(c.db, now);
  await deleteOldPlaces(c.db, now);
}

/** Sessions in the list, the most recently used first. */
const LISTED = 100;

/** The beginning of a token's hash names a session: nobody can find the token with it. */
const sessionId = sql<string>`substr(token_hash, 1, 22)`;

/** The caller's live sessions. */
export async function listSessions(c: AccountsContext, user: CurrentUser) {
  const rows = await c.db
    .selectFrom('session')
    .where('user_id', '=', user.id)
    .where('last_used_at', '>', c.clock() - SESSION_IDLE_MS)
    .select(['token_hash', sessionId.as('id'), 'device', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(LISTED)
    .execute();
  return rows.map(({ token_hash, ...row }) => ({ ...row, current: token_hash === user.session }));
}

/** Ends one of the caller's sessions. @throws Problem `not_found`. */
export async function endOwnSession(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  const { numDeletedRows } = await c.db
    .deleteFrom('session')
    .where('user_id', '=', user.id)
    .where(sessionId, '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Problem('not_found');
}

/** Lifetime of a session's confirmation, ms: enough to change login methods, too short for a forgotten computer. */
const CONFIRMED_MS = 10 * 60_000;

/** For how much longer a session is confirmed, ms; 0 if it is not. */
export async function confirmedFor({ db, clock }: AccountsContext, session: string): Promise<number> {
  const row = await db
    .selectFrom('session')
    .where('token_hash', '=', session)
    .select('confirmed_at')
    .executeTakeFirst();
  return Math.max(0, (row?.confirmed_at ?? 0) + CONFIRMED_MS - clock());
}

/** @throws Problem `confirmation_needed` unless the caller has just proved to own the account. */
export async function assertConfirmed(c: AccountsContext, user: CurrentUser): Promise<void> {
  if ((await confirmedFor(c, user.session)) === 0) throw new Problem('confirmation_needed');
}

/**
 * Locks the caller's account for a change of how they log in. A password reset may have ended the session while the call
 * was on its way: what a stranger began must not outlive it.
 * @returns the password hash.
 * @throws Problem `unauthorized`.
 */
export async function lockCaller(
  tx: Tx,
  c: Pick<AccountsContext, 'engine'>,
  { id, session }: CurrentUser,
): Promise<string | null> {
  const password = await lockUser(tx, c.engine, id);
  const live = await tx
    .selectFrom('session')
    .where('token_hash', '=', session)
    .select('token_hash')
    .executeTakeFirst();
  if (password === undefined || !live) throw new Problem('unauthorized');
  return password;
}

/**
 * Nobody adds a way to log in to an account whose address may be somebody else's: its owner would have to find it. Where
 * no mail is sent, nobody can confirm an address.
 * @throws Problem `email_unconfirmed`.
 */
export async function assertAddressConfirmed(
  db: Db | Tx,
  { mail }: Pick<AccountsContext, 'mail'>,
  user_id: string,
): Promise<void> {
  if (mail !== null && (await selectEmail(db, user_id))?.email_confirmed_at == null)
    throw new Problem('email_unconfirmed');
}

export async function confirmSession(db: Db | Tx, session: string, confirmed_at: number): Promise<void> {
  await db.updateTable('session').set({ confirmed_at }).where('token_hash', '=', session).execute();
}
