import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { ProviderAnswer } from 'contract/features/accounts/login-methods.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { IdentityTable } from '../../../platform/db/tables/accounts.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import type { Client } from '../proof/client.ts';
import { isKnownPlace, rememberPlace } from '../proof/known-places.ts';
import type { UserRow } from '../queries.ts';
import { insertSecurityEvent, lockUser, selectUser } from '../queries.ts';
import { consumeChallenge, createChallenge, deleteChallenges, selectChallenge } from './login-challenges.ts';
import {
  assertLoginMethodLeft,
  deleteIdentity,
  selectIdentities,
  selectIdentityUser,
} from './login-methods.ts';
import type { LoginProvider } from './login-provider.ts';
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
  const state = await createChallenge(c, { kind: 'provider-link', ...owner, browser: hashOf(secret) });
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
  if (begun?.session !== user.session || begun.browser !== hashOf(secret))
    throw new Problem('provider_refused');
  const person = await provider.redeem(answer, secret);
  const created_at = c.clock();
  const identity = { id: randomUUID(), user_id: user.id, ...person, created_at };
  try {
    await c.db.transaction().execute(async (tx) => {
      await lockCaller(tx, c, user);
      await assertAddressConfirmed(tx, c, user.id);
      const linked = await selectIdentities(tx, user.id);
      const other = linked.find(({ issuer }) => issuer === person.issuer);
      if (other && other.subject !== person.subject) throw new Problem('identity_linked');
      await tx.insertInto('identity').values(identity).execute();
      await insertSecurityEvent(tx, user.id, 'Linked a login of another provider', created_at);
    });
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw new Problem('identity_taken');
    throw error;
  }
  return toResponse(identity);
}

/** Unlinks an account at a provider. @throws Problem `confirmation_needed`; `not_found`; `last_login_method`. */
export async function removeIdentity(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  await assertConfirmed(c, user);
  await c.db.transaction().execute(async (tx) => {
    const password = await lockCaller(tx, c, user);
    if (!(await deleteIdentity(tx, user.id, id))) throw new Problem('not_found');
    await assertLoginMethodLeft(tx, c, user.id, password);
    // Also a login with it that waits for its code.
    await deleteChallenges(tx, user.id);
    await insertSecurityEvent(tx, user.id, 'Unlinked a login of another provider', c.clock());
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
  const state = await createChallenge(c, { kind: 'provider-log-in', browser: hashOf(secret) });
  return provider.begin(state, secret);
}

/**
 * Begins a session with the provider's answer. It counts as much as a password: an account with a second factor needs
 * its code, too. Nobody is recognized by an email address.
 * @throws Problem `provider_refused`; `provider_unavailable`; `unknown_identity`; `suspended`; `second_factor_required` with
 *   the token of `finishProviderLogIn`.
 */
export async function logInWithProvider(
  c: AccountsContext,
  client: Client,
  provider: LoginProvider,
  secret: string,
  answer: ProviderAnswer,
) {
  const begun = await consumeChallenge(c, 'provider-log-in', answer.state);
  const browser = hashOf(secret);
  if (begun?.browser !== browser) throw new Problem('provider_refused');
  const person = await provider.redeem(answer, secret);
  const user_id = await selectIdentityUser(c.db, person);
  if (user_id === undefined) throw new Problem('unknown_identity');
  const entered = await c.db.transaction().execute(async (tx) => {
    const user = await lockMember(tx, c, user_id);
    // Read under the lock: it may have been unlinked or another factor turned on meanwhile.
    if ((await selectIdentityUser(tx, person)) !== user_id) throw new Problem('unknown_identity');
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
  return { authToken: await beginSession(tx, user.id, c.clock(), { device, secondFactor }), user };
}
