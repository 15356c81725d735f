import { Problem } from 'contract/errors.ts';
import type { EmailAddress } from 'contract/features/accounts/accounts.ts';
import { CONFIRM_FRAGMENT } from 'contract/features/accounts/accounts-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import type { AccountsContext } from './accounts-context.ts';
import { hashOf, newToken } from './login/sessions.ts';
import { confirmationMail, newAddressMail } from './mails.ts';
import type { Client } from './proof/client.ts';
import type { Guard } from './proof/guard.ts';
import { asOwner } from './proof/owner.ts';
import {
  deleteConfirmations,
  deleteResets,
  insertSecurityEvent,
  lockUser,
  selectByEmail,
  selectConfirmation,
  selectEmail,
  updateConfirmed,
} from './queries.ts';

/** Lifetime of a link, ms. */
const LASTS_MS = 2 * 86_400_000;

/** @param origin for links; undefined if none can be sent. */
export async function getEmailAddress(
  c: AccountsContext,
  user: CurrentUser,
  origin: string | undefined,
): Promise<EmailAddress> {
  const found = await selectEmail(c.db, user.id);
  return {
    email: user.email,
    confirmed: found?.email_confirmed_at != null,
    limited: user.must_confirm_email,
    mail: c.mail !== null && origin !== undefined,
  };
}

/** Mails a link that confirms an address of a user. It is the account's already, or replaces it. */
export async function mailConfirmation(
  c: AccountsContext,
  { language, ...to }: { user_id: string; email: string; language: LanguageCode },
  what: 'confirm' | 'change',
  origin: string,
): Promise<void> {
  const token = newToken();
  await c.db
    .insertInto('email_confirmation')
    .values({ token_hash: hashOf(token), ...to, expires_at: c.clock() + LASTS_MS })
    .execute();
  const compose = what === 'confirm' ? confirmationMail : newAddressMail;
  await c.mail!(
    compose({ ...to, language, site: c.brand.name }, `${origin}/login#${CONFIRM_FRAGMENT}${token}`),
  );
}

/** Checks that the caller may get another link. @throws Problem `email_confirmed`; `too_many_requests`. */
export async function assertUnconfirmed(c: AccountsContext, guard: Guard, user: CurrentUser): Promise<void> {
  const found = await selectEmail(c.db, user.id);
  if (found?.email_confirmed_at != null) throw new Problem('email_confirmed');
  if (!guard.mayMail(user.email, c.clock())) throw new Problem('too_many_requests');
}

/**
 * Changes the address at once, where no mail is sent.
 * @throws Problem as `asOwner`; `too_many_requests`; `email_taken`.
 */
export async function setEmail(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  { email, ...proof }: { email: string; password?: string | undefined; code?: string | undefined },
): Promise<void> {
  await unlessTaken(c, () =>
    asOwner(c, client, user, proof, (tx) => {
      // The answer tells whether the address has an account, as that of a sign-up does.
      client.guard.limitSignUps(client.ip, c.clock());
      return replaceEmail(tx, c, user.id, { email, email_confirmed_at: null });
    }),
  );
}

/**
 * Confirms an address with the token of a mail. A link of a new address makes it the account's; resets that were sent
 * to the old one stop working.
 * @returns the address, and whose it replaced.
 * @throws Problem `bad_confirmation` for a token that is unknown, used or older than two days; `email_taken`.
 */
export async function confirmEmail(c: AccountsContext, token: string) {
  const token_hash = hashOf(token);
  const link = await selectConfirmation(c.db, token_hash, c.clock());
  if (!link) throw new Problem('bad_confirmation');
  const { user_id, email } = link;
  const before = await unlessTaken(c, () =>
    c.db.transaction().execute(async (tx) => {
      await lockUser(tx, c.engine, user_id);
      if (!(await selectConfirmation(tx, token_hash, c.clock()))) throw new Problem('bad_confirmation');
      return replaceEmail(tx, c, user_id, { email, email_confirmed_at: c.clock() });
    }),
  );
  return { email, before };
}

/** Replaces the address of a locked user. @returns the one before, with the user's language; null if it is the same. @throws Problem `email_taken`. */
async function replaceEmail(
  tx: Tx,
  c: AccountsContext,
  user_id: string,
  { email, email_confirmed_at }: { email: string; email_confirmed_at: number | null },
): Promise<Pick<CurrentUser, 'email' | 'language'> | null> {
  const before = await selectEmail(tx, user_id);
  await deleteConfirmations(tx, user_id);
  if (before?.email === email) {
    if (email_confirmed_at !== null) await updateConfirmed(tx, user_id, email_confirmed_at);
    return null;
  }
  if (await selectByEmail(tx, email)) throw taken();
  await tx.updateTable('user').set({ email, email_confirmed_at }).where('id', '=', user_id).execute();
  await deleteResets(tx, user_id);
  await insertSecurityEvent(tx, user_id, 'Changed the email address', c.clock());
  return before?.email ? { email: before.email, language: before.language } : null;
}

/** Runs a change of an address. @throws Problem `email_taken` also if somebody else took it at the same moment. */
async function unlessTaken<R>(c: AccountsContext, change: () => Promise<R>): Promise<R> {
  try {
    return await change();
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw taken();
    throw error;
  }
}

const taken = () => new Problem('email_taken', undefined, { field: 'email' });
