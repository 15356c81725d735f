import { Problem } from 'contract/errors.ts';
import { RESET_FRAGMENT } from 'contract/features/accounts/accounts-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { memberLanguage } from '../../../platform/http/language.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import { say } from '../../../platform/text/say.ts';
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
 * @param otherwise the language if they have chosen none.
 */
export async function sendReset(
  c: AccountsContext,
  guard: Guard,
  email: string,
  origin: string,
  otherwise: LanguageCode | undefined,
): Promise<void> {
  const now = c.clock();
  const user = await selectByEmail(c.db, email);
  if (!user || !c.mail || !guard.mayMail(email, now)) return;
  const token = newToken();
  await c.db
    .insertInto('password_reset')
    .values({ token_hash: hashOf(token), user_id: user.id, expires_at: now + RESET_LASTS_MS })
    .execute();
  const language = memberLanguage(c, user.language, otherwise);
  const site = { site: c.brand.name };
  await c.mail({
    to: email,
    subject: say(language, 'Reset your {site} password', site),
    text: [
      say(language, 'Hello,'),
      say(
        language,
        'Someone, hopefully you, asked to reset the password of your {site} account. Choose a new one within an hour:',
        site,
      ),
      `${origin}/login#${RESET_FRAGMENT}${token}`,
      ...wordsBefore(language, await readState(c.db, user.id)),
      say(
        language,
        'The link works once. If it wasn’t you, ignore this email: your password stays the same.',
      ),
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
 * @returns the owner, and what to tell them.
 * @throws Problem as `getResetLoginMethods`.
 */
export async function confirmReset(
  c: AccountsContext,
  ip: string,
  input: { token: string; password: string; keep?: string[] | undefined },
): Promise<{ to: Pick<CurrentUser, 'email' | 'language'>; words: Words }> {
  const token_hash = hashOf(input.token);
  const user_id = await selectResetUser(c.db, token_hash, c.clock());
  if (user_id === undefined) throw new Problem('bad_reset');
  const password_hash = await c.passwords.hash(input.password);
  return c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    const found = await selectEmail(tx, user_id);
    if (!(await deleteReset(tx, token_hash)) || !found?.email) throw new Problem('bad_reset');
    await replacePassword(tx, user_id, password_hash, c.clock());
    const words = await reviewLoginMethods(tx, c, user_id, input.keep);
    // For owners whose account is under attack: their next login is from a known place.
    await rememberPlace(tx, c, user_id, ip);
    await updateConfirmed(tx, user_id, c.clock());
    return { to: { email: found.email, language: found.language }, words };
  });
}

/** Paragraphs in a language. */
type Words = (language: LanguageCode) => string[];
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
): Promise<Words> {
  const state = await readState(tx, user_id);
  const { first_confirmation: isFirst, login_methods } = state;
  const all = login_methods.map(({ id }) => id);
  const { kept, removed } = await removeLoginMethods(tx, c, user_id, isFirst ? [] : (keep ?? all));
  if (isFirst) {
    await deleteSecondFactor(tx, user_id);
    await deletePlaces(tx, user_id);
  }
  const gone = (language: LanguageCode) =>
    countLoginMethods(language, removed, isFirst && state.second_factor);
  const [first, ...more] = gone('en');
  if (first)
    await insertSecurityEvent(
      tx,
      user_id,
      `Removed ${[first, ...more].join(' and ')} with a new password`,
      c.clock(),
    );
  return (language) => [
    ...(first
      ? [
          say(language, 'Other ways to log in were removed: {ways}.', {
            ways: listed(language, gone(language)),
          }),
        ]
      : []),
    ...(kept.length > 0
      ? [
          say(
            language,
            'A new password does not end other ways to log in: {ways}. Remove what you do not recognize in your profile.',
            { ways: joined(language, countLoginMethods(language, kept)) },
          ),
        ]
      : []),
  ];
}

/** Words about the login methods, for the mail with the link. */
function wordsBefore(language: LanguageCode, state: State): string[] {
  const { login_methods, first_confirmation, second_factor } = state;
  const counts = countLoginMethods(language, login_methods, first_confirmation && second_factor);
  if (counts.length === 0) return [];
  return [
    first_confirmation
      ? say(
          language,
          'Nobody has confirmed this address before. So the new password also removes every other way to log in: {ways}.',
          { ways: listed(language, counts) },
        )
      : say(
          language,
          'A new password does not end other ways to log in: {ways}. The page lets you remove what you do not recognize.',
          { ways: joined(language, counts) },
        ),
  ];
}

const joined = (language: LanguageCode, parts: string[]) => new Intl.ListFormat(language).format(parts);
const listed = (language: LanguageCode, parts: string[]) =>
  new Intl.ListFormat(language, { type: 'unit' }).format(parts);
