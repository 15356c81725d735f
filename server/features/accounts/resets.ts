import { RESET_FRAGMENT } from 'contract/accounts-constants.ts';
import { Problem } from 'contract/errors.ts';
import type { AccountsContext } from './accounts-context.ts';
import { selectEmail, updateConfirmed } from './email-queries.ts';
import type { Guard } from './guard.ts';
import { rememberPlace } from './known-places.ts';
import { replacePassword } from './password-change.ts';
import { lockUser, selectByEmail } from './queries.ts';
import { deleteReset, insertReset, selectResetUser } from './reset-queries.ts';
import { hashOf, newToken } from './sessions.ts';

/** How long a reset link works, ms. */
const RESET_LASTS_MS = 3_600_000;

/**
 * Mails a link for a new password if there is an account with this email. Run it after the response has been sent:
 * neither its content nor its timing may reveal whether there is one.
 */
export async function sendReset(
  c: AccountsContext,
  guard: Guard,
  email: string,
  origin: string,
): Promise<void> {
  const now = c.clock();
  const user = await selectByEmail(c.db, email);
  if (!user || !c.mail || !guard.mayMail(email, now)) return;
  const token = newToken();
  await insertReset(c.db, { token_hash: hashOf(token), user_id: user.id, expires_at: now + RESET_LASTS_MS });
  await c.mail({
    to: email,
    subject: 'Reset your Ovation password',
    text: [
      'Hello,',
      'Someone, hopefully you, asked to reset the password of your Ovation account. Choose a new one within an hour:',
      `${origin}/login#${RESET_FRAGMENT}${token}`,
      'The link works once. If it wasn’t you, ignore this email: your password stays the same.',
    ].join('\n\n'),
  });
}

/**
 * Sets a new password with the token from an email and ends every session. The token also proves that the address is
 * the owner's.
 * @returns that address.
 * @throws Problem `bad_reset` for a token that is unknown, used or older than an hour.
 */
export async function confirmReset(
  c: AccountsContext,
  address: string,
  input: { token: string; password: string },
): Promise<string | null> {
  const token_hash = hashOf(input.token);
  const user_id = await selectResetUser(c.db, token_hash, c.clock());
  if (user_id === undefined) throw new Problem('bad_reset');
  const password_hash = await c.passwords.hash(input.password);
  return c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    if (!(await deleteReset(tx, token_hash))) throw new Problem('bad_reset');
    await replacePassword(tx, user_id, password_hash, c.clock());
    // A way in for owners whose account is under attack: their next login is from a known place.
    await rememberPlace(tx, c, user_id, address);
    await updateConfirmed(tx, user_id, c.clock());
    return (await selectEmail(tx, user_id))?.email ?? null;
  });
}
