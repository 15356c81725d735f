import { Problem } from 'contract/errors.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { deleteConfirmations } from './email-queries.ts';
import { isKnownPlace } from './known-places.ts';
import { insertEvent, lockUser, selectPasswordHash, updatePasswordHash } from './queries.ts';
import { deleteResets } from './reset-queries.ts';
import { endSessions } from './sessions.ts';

/**
 * Changes the caller's password and ends every other session.
 * @throws Problem `wrong_password`; `too_many_attempts`.
 */
export async function changePassword(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  input: { current_password: string; new_password: string },
): Promise<void> {
  const verified = await verifyPassword(c, client, user, input.current_password, 'current_password');
  const password_hash = await c.passwords.hash(input.new_password);
  await c.db.transaction().execute(async (tx) => {
    if ((await lockUser(tx, c.engine, user.id)) !== verified) throw new Problem('wrong_password');
    await replacePassword(tx, user.id, password_hash, c.clock(), user.session);
  });
}

/** Sets a password without asking for the old one and ends every session. For the CLI. */
export async function setPassword(c: AccountsContext, user_id: string, password: string): Promise<void> {
  const password_hash = await c.passwords.hash(password);
  await c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    await replacePassword(tx, user_id, password_hash, c.clock());
  });
}

/**
 * Replaces the password of a locked user. Ends their sessions, except `keepSession`, and invalidates reset links and
 * confirmations that were sent before.
 */
export async function replacePassword(
  tx: Tx,
  user_id: string,
  password_hash: string,
  now: number,
  keepSession?: string,
): Promise<void> {
  await updatePasswordHash(tx, user_id, password_hash);
  await endSessions(tx, user_id, keepSession);
  await deleteResets(tx, user_id);
  await deleteConfirmations(tx, user_id);
  await insertEvent(tx, { user_id, kind: 'password', created_at: now });
}

/**
 * Verifies the caller's password.
 * @param field of the input, for the error.
 * @returns the hash that it matches. Compare it with the one of the locked user: the password may change meanwhile.
 * @throws Problem `wrong_password`; `too_many_attempts`.
 */
export async function verifyPassword(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  password: string,
  field: string,
): Promise<string | null | undefined> {
  const hash = await selectPasswordHash(c.db, user.id);
  const known = await isKnownPlace(c, user.id, client.address);
  const correct = await client.guard.attempt(
    { account: user.email, address: client.address, now: c.clock(), known },
    () => c.passwords.matches(hash, password),
  );
  if (!correct) throw new Problem('wrong_password', undefined, { field });
  return hash;
}
