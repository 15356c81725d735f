import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { deleteConfirmations } from './email-queries.ts';
import { asVerified, verifyPassword } from './owner.ts';
import { insertEvent, lockUser, updatePasswordHash } from './queries.ts';
import { deleteResets } from './reset-queries.ts';
import { endSessions } from './sessions.ts';
import { deleteSteps } from './sign-in-steps.ts';

/**
 * Changes the caller's password and ends every other session.
 * @throws Problem as `asOwner`.
 */
export async function changePassword(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  input: { current_password: string; new_password: string; code?: string | undefined },
): Promise<void> {
  const field = 'current_password';
  const hash = await verifyPassword(c, client, user, input.current_password, field);
  const password_hash = await c.passwords.hash(input.new_password);
  await asVerified(c, client, user, { hash, code: input.code, field }, (tx) =>
    replacePassword(tx, user.id, password_hash, c.clock(), user.session),
  );
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
 * Replaces the password of a locked user. Ends their sessions, except `keepSession`, and the logins that wait for a
 * second step, and invalidates reset links and confirmations that were sent before.
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
  await deleteSteps(tx, user_id);
  await deleteResets(tx, user_id);
  await deleteConfirmations(tx, user_id);
  await insertEvent(tx, { user_id, kind: 'password', created_at: now });
}
