import { Problem } from 'contract/errors.ts';
import { RESET_FRAGMENT } from 'contract/features/accounts/accounts-constants.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { deleteChallenges } from '../login/login-challenges.ts';
import { countLoginMethods, listLoginMethods, removeLoginMethods } from '../login/login-methods.ts';
import { deleteSecondFactor, hasSecondFactor } from '../login/second-factor-codes.ts';
import { endSessions, hashOf, newToken } from '../login/sessions.ts';
import {
  deleteConfirmations,
  deleteReset,
  deleteResets,
  insertEvent,
  insertSecurityEvent,
  lockUser,
  selectByEmail,
  selectEmail,
  selectResetUser,
  updateConfirmed,
} from '../queries.ts';
import type { Client } from './client.ts';
import type { Guard } from './guard.ts';
import { deletePlaces, rememberPlace } from './known-places.ts';
import { asVerified, verifyPassword } from './owner.ts';

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

/** Leaves an account whose password strangers know no other way in: ends its sessions and removes its login methods. */
export async function leaveOnlyPassword(c: AccountsContext, user_id: string): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    await endSessions(tx, user_id);
    await removeLoginMethods(tx, c, user_id, []);
    await deleteSecondFactor(tx, user_id);
    await deleteChallenges(tx, user_id);
    await deleteResets(tx, user_id);
  });
}

/**
 * Replaces the password of a locked user. Ends their sessions, except `keepSession`, and the logins that wait for a
 * second step, and invalidates reset links and confirmations that were sent before.
 */
async function replacePassword(
  tx: Tx,
  user_id: string,
  password_hash: string,
  now: number,
  keepSession?: string,
): Promise<void> {
  await tx.updateTable('user').set({ password_hash }).where('id', '=', user_id).execute();
  await endSessions(tx, user_id, keepSession);
  await deleteChallenges(tx, user_id);
  await deleteResets(tx, user_id);
  await deleteConfirmations(tx, user_id);
  await insertEvent(tx, { user_id, kind: 'password', created_at: now });
}

/** Lifetime of a reset link, ms. */
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
  await c.db
    .insertInto('password_reset')
    .values({ token_hash: hashOf(token), user_id: user.id, expires_at: now + RESET_LASTS_MS })
    .execute();
  await c.mail({
    to: email,
    subject: `Reset your ${c.brand.name} password`,
    text: [
      'Hello,',
      `Someone, hopefully you, asked to reset the password of your ${c.brand.name} account. Choose a new one within an hour:`,
      `${origin}/login#${RESET_FRAGMENT}${token}`,
      ...wordsBefore(await readState(c.db, user.id)),
      'The link works once. If it wasn’t you, ignore this email: your password stays the same.',
    ].join('\n\n'),
  });
}

/**
 * Login methods of the account of a reset, for its owner to look through.
 * @throws Problem `bad_reset` for a token that is unknown, used or older than an hour.
 */
export async function getResetLoginMethods(c: AccountsContext, token: string) {
  const user_id = await selectResetUser(c.db, hashOf(token), c.clock());
  if (user_id === undefined) throw new Problem('bad_reset');
  return readState(c.db, user_id);
}

/**
 * Sets a new password with the token from an email and ends every session. The token also proves that the address is
 * the owner's. If nobody had proved that before, somebody else may have made the account: then all other login methods, the
 * second factor and the known places go.
 * @param input `keep` has the ids of the login methods that remain; without it, all do.
 * @returns the address, and what to tell its owner.
 * @throws Problem as `getResetLoginMethods`.
 */
export async function confirmReset(
  c: AccountsContext,
  ip: string,
  input: { token: string; password: string; keep?: string[] | undefined },
): Promise<{ email: string; words: string[] }> {
  const token_hash = hashOf(input.token);
  const user_id = await selectResetUser(c.db, token_hash, c.clock());
  if (user_id === undefined) throw new Problem('bad_reset');
  const password_hash = await c.passwords.hash(input.password);
  return c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    const email = (await selectEmail(tx, user_id))?.email;
    if (!(await deleteReset(tx, token_hash)) || !email) throw new Problem('bad_reset');
    await replacePassword(tx, user_id, password_hash, c.clock());
    const words = await reviewLoginMethods(tx, c, user_id, input.keep);
    // For owners whose account is under attack: their next login is from a known place.
    await rememberPlace(tx, c, user_id, ip);
    await updateConfirmed(tx, user_id, c.clock());
    return { email, words };
  });
}

type State = Awaited<ReturnType<typeof readState>>;

async function readState(db: Db | Tx, user_id: string) {
  return {
    login_methods: await listLoginMethods(db, user_id),
    second_factor: await hasSecondFactor(db, user_id),
    first_confirmation: (await selectEmail(db, user_id))?.email_confirmed_at == null,
  };
}

/** Removes what the reset of a locked user removes. @returns what to tell the owner about it. */
async function reviewLoginMethods(
  tx: Tx,
  c: AccountsContext,
  user_id: string,
  keep: string[] | undefined,
): Promise<string[]> {
  const state = await readState(tx, user_id);
  const { first_confirmation: isFirst, login_methods } = state;
  const all = login_methods.map(({ id }) => id);
  const { kept, removed } = await removeLoginMethods(tx, c, user_id, isFirst ? [] : (keep ?? all));
  if (isFirst) {
    await deleteSecondFactor(tx, user_id);
    await deletePlaces(tx, user_id);
  }
  const gone = countLoginMethods(removed);
  if (isFirst && state.second_factor) gone.push('the authenticator app');
  if (gone.length === 0 && kept.length === 0) return [];
  if (gone.length > 0)
    await insertSecurityEvent(tx, user_id, `Removed ${gone.join(' and ')} with a new password`, c.clock());
  return [
    ...(gone.length > 0 ? [`Other ways to log in were removed: ${gone.join(', ')}.`] : []),
    ...(kept.length > 0
      ? [stays(countLoginMethods(kept), 'Remove what you do not recognize in your profile.')]
      : []),
  ];
}

/** Words about the login methods, for the mail with the link. */
function wordsBefore({ login_methods, first_confirmation, second_factor }: State): string[] {
  const counts = countLoginMethods(login_methods);
  if (!first_confirmation)
    return counts.length > 0 ? [stays(counts, 'The page lets you remove what you do not recognize.')] : [];
  if (second_factor) counts.push('the authenticator app');
  return counts.length > 0
    ? [
        `Nobody has confirmed this address before. So the new password also removes every other way to log in: ${counts.join(', ')}.`,
      ]
    : [];
}

const stays = (counts: string[], advice: string) =>
  `A new password does not end other ways to log in: ${counts.join(' and ')}. ${advice}`;
