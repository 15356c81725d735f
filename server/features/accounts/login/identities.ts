import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { AVATAR_MAX_BYTES, NAME_MAX } from 'contract/features/accounts/accounts-constants.ts';
import type { ProviderAnswer } from 'contract/features/accounts/login-methods.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { IdentityTable } from '../../../platform/db/tables/accounts.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import { boundedFetch } from '../../../platform/http/connections/bounded-fetch.ts';
import { readPublic } from '../../../platform/http/connections/public-addresses.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { createAccount } from '../create-account.ts';
import { assertAnotherAdmin } from '../members/members.ts';
import { followGroups, settlePlan } from '../members/plans.ts';
import { setAvatar } from '../profile.ts';
import type { Client } from '../proof/client.ts';
import { countSignUp } from '../proof/guard.ts';
import { isKnownPlace, rememberPlace } from '../proof/known-places.ts';
import type { UserRow } from '../queries.ts';
import { insertSecurityEvent, lockUser, selectByEmail, selectUser } from '../queries.ts';
import type { ProviderSettings } from '../settings.ts';
import { consumeChallenge, createChallenge, deleteChallenges, selectChallenge } from './login-challenges.ts';
import {
  assertLoginMethodLeft,
  deleteIdentity,
  selectIdentities,
  selectIdentityUser,
} from './login-methods.ts';
import type { LoginProvider, ProviderPerson } from './login-provider.ts';
import { hasSecondFactor, useCode, wrongCode } from './second-factor-codes.ts';
import { assertAddressConfirmed, assertConfirmed, beginSession, hashOf, lockCaller } from './sessions.ts';

const toResponse = ({ id, issuer, label, created_at }: IdentityTable) => ({ id, issuer, label, created_at });

export async function listIdentities(c: AccountsContext, user: CurrentUser) {
  return (await selectIdentities(c.db, user.id)).map(toResponse);
}

/**
 * Begins to link an account at the provider.
 * @param secret of the browser.
 * @returns the URL at the provider.
 * @throws Problem `email_unconfirmed`; `confirmation_needed`; `provider_unavailable`.
 */
export async function beginIdentity(
  c: AccountsContext,
  provider: LoginProvider,
  user: CurrentUser,
  secret: string,
): Promise<string> {
  await assertAddressConfirmed(c.db, c, user.id);
  await assertConfirmed(c, user);
  const owner = { user_id: user.id, session: user.session };
  const { issuer } = provider.settings;
  const state = await createChallenge(c, {
    kind: 'provider-link',
    ...owner,
    browser: hashOf(secret),
    issuer,
  });
  return provider.begin(state, secret);
}

/**
 * Links the account at the provider that answered, in the session and browser that began it.
 * @throws Problem `email_unconfirmed`; `provider_refused`; `provider_unavailable`; `identity_taken`; `identity_linked`.
 */
export async function addIdentity(
  c: AccountsContext,
  provider: LoginProvider,
  user: CurrentUser,
  secret: string,
  answer: ProviderAnswer,
) {
  const begun = await consumeChallenge(c, 'provider-link', answer.state);
  if (begun?.session !== user.session) throw new Problem('provider_refused');
  assertBegun(begun, provider, secret);
  const person = await provider.redeem(answer, secret);
  const identity = identityOf(user.id, person, c.clock());
  try {
    await c.db.transaction().execute(async (tx) => {
      await lockCaller(tx, c, user);
      await assertAddressConfirmed(tx, c, user.id);
      const linked = await selectIdentities(tx, user.id);
      const other = linked.find(({ issuer }) => issuer === person.issuer);
      if (other && other.subject !== person.subject) throw new Problem('identity_linked');
      await tx.insertInto('identity').values(identity).execute();
      await insertSecurityEvent(tx, user.id, 'Linked a login of another provider', identity.created_at);
    });
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw new Problem('identity_taken');
    throw error;
  }
  return toResponse(identity);
}

/** The row of a person's account at a provider. What their groups give is theirs with the next login. */
const identityOf = (user_id: string, { issuer, subject, label }: ProviderPerson, created_at: number) => ({
  id: randomUUID(),
  user_id,
  issuer,
  subject,
  label,
  created_at,
  group_tier: null,
});

/** @throws Problem `provider_refused` unless this browser began with this provider: its answer is for no other. */
function assertBegun(
  begun: { browser: string | null; issuer: string | null } | undefined,
  { settings }: LoginProvider,
  secret: string,
): void {
  if (begun?.browser !== hashOf(secret) || begun.issuer !== settings.issuer)
    throw new Problem('provider_refused');
}

/** Unlinks an account at a provider, which takes away what its groups gave. @throws Problem `confirmation_needed`; `not_found`; `last_login_method`. */
export async function removeIdentity(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  await assertConfirmed(c, user);
  await c.db.transaction().execute(async (tx) => {
    const password = await lockCaller(tx, c, user);
    const gone = await deleteIdentity(tx, user.id, id);
    if (!gone) throw new Problem('not_found');
    await assertLoginMethodLeft(tx, c, user.id, password);
    // Also a login with it that waits for its code.
    await deleteChallenges(tx, user.id);
    await insertSecurityEvent(tx, user.id, 'Unlinked a login of another provider', c.clock());
    if (gone.group_tier === 'admin') await assertAnotherAdmin(tx, c.engine, user.id);
    if (gone.group_tier !== null) await settlePlan(tx, c, user.id);
  });
}

/** Accounts at login providers. */
export const identityData: PersonalData = {
  name: 'identities',
  export: async (db, user_id) =>
    (await selectIdentities(db, user_id)).map(({ user_id: _own, ...identity }) => identity),
  erase: (tx, user_id) => tx.deleteFrom('identity').where('user_id', '=', user_id).execute(),
};

/**
 * Begins to log in with the provider.
 * @param secret of the browser.
 * @returns the URL at the provider.
 * @throws Problem `provider_unavailable`.
 */
export async function beginProviderLogIn(
  c: AccountsContext,
  provider: LoginProvider,
  secret: string,
): Promise<string> {
  const { issuer } = provider.settings;
  const state = await createChallenge(c, { kind: 'provider-log-in', browser: hashOf(secret), issuer });
  return provider.begin(state, secret);
}

/**
 * Begins a session with the provider's answer. It counts as much as a password: an account with a second factor needs
 * its code, too. Nobody is recognized by an email address. People without an account get one if the provider may create accounts.
 * @returns `unconfirmed`: the address of a new account that the provider does not vouch for.
 * @throws Problem `provider_refused`; `provider_unavailable`; `unknown_identity`; `suspended`; `second_factor_required` with
 *   the token of `finishProviderLogIn`; as `signUpWithProvider`.
 */
export async function logInWithProvider(
  c: AccountsContext,
  client: Client,
  provider: LoginProvider,
  secret: string,
  { language, ...answer }: ProviderAnswer & { language: LanguageCode },
) {
  const begun = await consumeChallenge(c, 'provider-log-in', answer.state);
  assertBegun(begun, provider, secret);
  const browser = hashOf(secret);
  const person = await provider.redeem(answer, secret);
  const user_id = await selectIdentityUser(c.db, person);
  if (user_id === undefined) return signUpWithProvider(c, client, provider.settings, { ...person, language });
  const entered = await c.db.transaction().execute(async (tx) => {
    const user = await lockMember(tx, c, user_id);
    // Read under the lock: it may have been unlinked or another factor turned on meanwhile.
    if ((await selectIdentityUser(tx, person)) !== user_id) throw new Problem('unknown_identity');
    await followGroups(tx, c, user_id, person);
    if (!(await hasSecondFactor(tx, user_id))) return enter(tx, c, client, user, false);
    // Under the same lock: a password reset ends the challenges that it finds.
    return { token: await createChallenge({ ...c, db: tx }, { kind: 'provider-code', user_id, browser }) };
  });
  if ('token' in entered) throw new Problem('second_factor_required', undefined, { token: entered.token });
  return entered;
}

/**
 * Begins the session with a code. The token works for five minutes, until the code is right.
 * @throws Problem `provider_refused`; `wrong_code`; `too_many_attempts`; `suspended`.
 */
export async function finishProviderLogIn(
  c: AccountsContext,
  client: Client,
  secret: string,
  { token, code }: { token: string; code: string },
) {
  const begun = await selectChallenge(c, 'provider-code', token);
  if (!begun?.user_id || begun.browser !== hashOf(secret)) throw new Problem('provider_refused');
  const { user_id } = begun;
  const { ip, guard } = client;
  const known = await isKnownPlace(c, user_id, ip);
  let entered: Awaited<ReturnType<typeof enter>> | undefined;
  await guard.attemptCode({ account: user_id, ip, now: c.clock(), known }, () =>
    c.db.transaction().execute(async (tx) => {
      const user = await lockMember(tx, c, user_id);
      if (!(await useCode(tx, c, user_id, code))) return false;
      if (!(await consumeChallenge({ ...c, db: tx }, 'provider-code', token)))
        throw new Problem('provider_refused');
      entered = await enter(tx, c, client, user, true);
      return true;
    }),
  );
  if (!entered) throw wrongCode();
  return entered;
}

/**
 * Creates the account of somebody whom the provider vouches for, and begins a session. An address that has an account is
 * refused, whatever the provider says of it: see docs/decisions/0028.
 * @throws Problem `unknown_identity` if the provider makes no accounts; `identity_without_email`; `identity_email_taken`;
 *   `too_many_requests`.
 */
async function signUpWithProvider(
  c: AccountsContext,
  client: Client,
  settings: ProviderSettings,
  person: ProviderPerson & { language: LanguageCode },
) {
  if (!settings.signUp)
    throw new Problem(
      'unknown_identity',
      c.accountSettings.onlyProviders
        ? 'No account here belongs to this login. Please ask the people who run this site for one.'
        : undefined,
    );
  const { email, emailVerified } = person;
  if (email === null) throw new Problem('identity_without_email');
  const now = c.clock();
  const mustConfirm = !emailVerified && c.mail !== null;
  const make = async (tx: Tx) => {
    if (await selectByEmail(tx, email)) {
      // The answer tells that the address has an account, as that of a sign-up does.
      client.guard.limitSignUps(client.ip, now);
      throw new Problem(
        'identity_email_taken',
        c.accountSettings.onlyProviders
          ? 'An account here has this email address already. Please ask the people who run this site.'
          : undefined,
      );
    }
    const name = person.name ?? email.split('@')[0]!.slice(0, NAME_MAX);
    const input = { name, email, password_hash: null, language: person.language };
    const user = await createAccount(tx, c, input, 'free', person.username ?? undefined);
    await tx
      .updateTable('user')
      .set({ must_confirm_email: mustConfirm ? 1 : 0, email_confirmed_at: emailVerified ? now : null })
      .where('id', '=', user.id)
      .execute();
    await tx
      .insertInto('identity')
      .values(identityOf(user.id, person, now))
      .execute();
    await followGroups(tx, c, user.id, person);
    const entered = await enter(tx, c, client, user, false);
    // Last, because other sign-ups of the network wait for it.
    await countSignUp(tx, c, client.ip);
    return { ...entered, unconfirmed: mustConfirm ? email : undefined };
  };
  const entered = await c.db
    .transaction()
    .execute(make)
    .catch((error) => {
      // The same person came twice at once.
      if (c.engine.isDuplicate(error)) throw new Problem('provider_refused');
      throw error;
    });
  const avatar_url = await takePicture(c, entered.user.id, person, settings);
  return { ...entered, user: { ...entered.user, avatar_url } };
}

const PICTURE = { maxBytes: AVATAR_MAX_BYTES, timeout: 5000 };

/** Shows the picture of a new account's owner at the provider. Whatever is wrong with it, the account goes without. */
async function takePicture(
  c: AccountsContext,
  user_id: string,
  { picture }: ProviderPerson,
  { issuer }: ProviderSettings,
): Promise<string | null> {
  if (picture === null) return null;
  try {
    // The operator trusts the provider's own server, wherever it is.
    const isOwn = new URL(picture).origin === new URL(issuer).origin;
    const file = isOwn
      ? Buffer.from(await (await boundedFetch(picture, {})).arrayBuffer())
      : await readPublic(picture, PICTURE);
    return await setAvatar(c, user_id, file);
  } catch {
    return null;
  }
}

async function lockMember(tx: Tx, c: AccountsContext, user_id: string) {
  if ((await lockUser(tx, c.engine, user_id)) === undefined) throw new Problem('unknown_identity');
  const { suspended_at, email, ...user } = (await selectUser(tx, user_id))!;
  if (suspended_at !== null) throw new Problem('suspended');
  return { ...user, email: email ?? '' };
}

async function enter(
  tx: Tx,
  c: AccountsContext,
  { ip, device }: Client,
  user: UserRow,
  secondFactor: boolean,
) {
  await rememberPlace(tx, c, user.id, ip);
  // Without a password, nothing else proves that the account is theirs.
  const confirmed = (await lockUser(tx, c.engine, user.id)) === null;
  const authToken = await beginSession(tx, user.id, c.clock(), { device, secondFactor, confirmed });
  return { authToken, user, unconfirmed: undefined as string | undefined };
}
