import { RESET_FRAGMENT } from 'contract/accounts-constants.ts';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../context.ts';
import { replacePassword } from './accounts.ts';
import type { Guard } from './guard.ts';
import { findByEmail, holdUser, insertReset, resetOwner, takeReset } from './queries.ts';
import { hashOf, newToken } from './sessions.ts';

/** How long a link for a new password works, ms. */
export const RESET_LASTS_MS = 3_600_000;

/**
 * Mails a link for a new password, if there is an account with this email. To be run after the answer was
 * given: neither what it says nor how long it takes tells whether there is.
 */
export async function sendReset(c: Context, guard: Guard, email: string, origin: string): Promise<void> {
  const now = c.clock();
  const user = await findByEmail(c.db, email);
  if (!user || !c.mail || !guard.mayBeMailed(email, now)) return;
  const token = newToken();
  await insertReset(c.db, { token_hash: hashOf(token), user_id: user.id, expires_at: now + RESET_LASTS_MS });
  await c.mail({
    to: email,
    subject: 'Your new Ovation password',
    text: [
      'Hello,',
      'somebody, hopefully you, asked for a new password for your Ovation account. Choose one here within an hour:',
      `${origin}/login#${RESET_FRAGMENT}${token}`,
      'The link works once. If it was not you, ignore this mail: your password stays as it is.',
    ].join('\n\n'),
  });
}

/**
 * Sets a new password by the token of a mail and ends every session.
 * @throws Problem `bad_reset` for a token that is unknown, used or older than an hour.
 */
export async function confirmReset(c: Context, given: { token: string; password: string }): Promise<void> {
  const token_hash = hashOf(given.token);
  const owner = await resetOwner(c.db, token_hash, c.clock());
  if (owner === undefined) throw new Problem('bad_reset');
  const fresh = await c.passwords.hash(given.password);
  await c.db.transaction().execute(async (tx) => {
    await holdUser(tx, c.engine, owner);
    if (!(await takeReset(tx, token_hash))) throw new Problem('bad_reset');
    await replacePassword(tx, owner, fresh, c.clock());
  });
}
