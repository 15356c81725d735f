import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { PASSKEYS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import type { NewCredential, UsedCredential } from 'contract/features/accounts/login-methods.ts';
import type { PasskeyTable } from '../../../platform/db/tables/accounts.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import type { Client } from '../proof/client.ts';
import { rememberPlace } from '../proof/known-places.ts';
import { insertSecurityEvent, lockUser, selectUser } from '../queries.ts';
import { consumeChallenge, createChallenge, deleteChallenges } from './login-challenges.ts';
import {
  assertLoginMethodLeft,
  deletePasskey,
  selectPasskey,
  selectPasskeys,
  usePasskey,
} from './login-methods.ts';
import { markSession } from './second-factor-codes.ts';
import {
  assertAddressConfirmed,
  assertConfirmed,
  beginSession,
  confirmSession,
  lockCaller,
} from './sessions.ts';
import { challengeOf, creationOptions, requestOptions, type Site, verifyNew, verifyUse } from './webauthn.ts';

const toResponse = ({ id, name, created_at, last_used_at }: PasskeyTable) => ({
  id,
  name,
  created_at,
  last_used_at,
});

export async function listPasskeys(c: AccountsContext, user: CurrentUser) {
  return (await selectPasskeys(c.db, user.id)).map(toResponse);
}

/**
 * Begins to add a passkey.
 * @returns the options for `navigator.credentials.create()`.
 * @throws Problem `email_unconfirmed`; `confirmation_needed`; `too_many_passkeys`.
 */
export async function beginPasskey(c: AccountsContext, site: Site, user: CurrentUser) {
  await assertAddressConfirmed(c.db, c, user.id);
  await assertConfirmed(c, user);
  const passkeys = await selectPasskeys(c.db, user.id);
  if (passkeys.length >= PASSKEYS_MAX) throw new Problem('too_many_passkeys');
  const challenge = await createChallenge(c, {
    kind: 'passkey-add',
    user_id: user.id,
    session: user.session,
  });
  return creationOptions(site, challenge, c.brand.name, user, passkeys);
}

/**
 * Adds the passkey that a browser made in the same session. This session counts as signed in with a second factor.
 * @throws Problem `email_unconfirmed`; `bad_passkey`; `passkey_taken`; `too_many_passkeys`.
 */
export async function addPasskey(
  c: AccountsContext,
  site: Site,
  user: CurrentUser,
  { name, credential }: { name: string; credential: NewCredential },
) {
  const challenge = challengeOf(credential);
  const begun = await consumeChallenge(c, 'passkey-add', challenge);
  if (begun?.session !== user.session) throw new Problem('bad_passkey');
  const made = await verifyNew(site, credential, challenge);
  const now = c.clock();
  const passkey = { id: randomUUID(), user_id: user.id, ...made, name, created_at: now, last_used_at: null };
  try {
    await c.db.transaction().execute(async (tx) => {
      await lockCaller(tx, c, user);
      await assertAddressConfirmed(tx, c, user.id);
      if ((await selectPasskeys(tx, user.id)).length >= PASSKEYS_MAX) throw new Problem('too_many_passkeys');
      await tx.insertInto('passkey').values(passkey).execute();
      await markSession(tx, user.session);
      await insertSecurityEvent(tx, user.id, `Added the passkey “${name}”`, now);
    });
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw new Problem('passkey_taken');
    throw error;
  }
  return toResponse(passkey);
}

/** Removes a passkey. @throws Problem `confirmation_needed`; `not_found`; `last_login_method`. */
export async function removePasskey(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  await assertConfirmed(c, user);
  await c.db.transaction().execute(async (tx) => {
    const password = await lockCaller(tx, c, user);
    const name = await deletePasskey(tx, user.id, id);
    if (name === undefined) throw new Problem('not_found');
    await assertLoginMethodLeft(tx, c, user.id, password);
    await insertSecurityEvent(tx, user.id, `Removed the passkey “${name}”`, c.clock());
  });
}

/** Passkeys, exported without what identifies them to their authenticator: it means nothing to a person. */
export const passkeyData: PersonalData = {
  name: 'passkeys',
  export: async (db, user_id) => (await selectPasskeys(db, user_id)).map(toResponse),
  erase: async (tx, user_id) => {
    await tx.deleteFrom('passkey').where('user_id', '=', user_id).execute();
    await deleteChallenges(tx, user_id);
  },
};

/** @returns the options for `navigator.credentials.get()`: the person chooses among the passkeys of this site. */
export const beginPasskeyLogIn = async (c: AccountsContext, site: Site) =>
  requestOptions(site, await createChallenge(c, { kind: 'passkey-log-in' }));

/**
 * Begins a session with a passkey. It counts as a second factor: the authenticator has verified the person.
 * @throws Problem `bad_passkey`; `unknown_passkey`; `suspended`.
 */
export async function logInWithPasskey(
  c: AccountsContext,
  { ip, device }: Client,
  site: Site,
  credential: UsedCredential,
) {
  const challenge = challengeOf(credential);
  if (!(await consumeChallenge(c, 'passkey-log-in', challenge))) throw new Problem('bad_passkey');
  const { passkey, counter } = await verifyPasskey(c, site, credential, challenge);
  return c.db.transaction().execute(async (tx) => {
    const { user_id } = passkey;
    if ((await lockUser(tx, c.engine, user_id)) === undefined) throw new Problem('unknown_passkey');
    const { suspended_at, email, ...user } = (await selectUser(tx, user_id))!;
    if (suspended_at !== null) throw new Problem('suspended');
    if (!(await usePasskey(tx, passkey.id, counter, c.clock()))) throw new Problem('bad_passkey');
    await rememberPlace(tx, c, user_id, ip);
    const proved = { device, secondFactor: true, confirmed: true };
    const authToken = await beginSession(tx, user_id, c.clock(), proved);
    return { authToken, user: { ...user, email: email ?? '' } };
  });
}

/** @returns the options for a passkey of the caller. */
export async function beginPasskeyConfirmation(c: AccountsContext, site: Site, user: CurrentUser) {
  const begun = { kind: 'passkey-confirm', user_id: user.id, session: user.session } as const;
  return requestOptions(site, await createChallenge(c, begun), await selectPasskeys(c.db, user.id));
}

/** Confirms the caller's session with one of their passkeys. @throws Problem `bad_passkey`; `unknown_passkey`. */
export async function confirmWithPasskey(
  c: AccountsContext,
  site: Site,
  user: CurrentUser,
  credential: UsedCredential,
): Promise<void> {
  const challenge = challengeOf(credential);
  const begun = await consumeChallenge(c, 'passkey-confirm', challenge);
  if (begun?.session !== user.session) throw new Problem('bad_passkey');
  const { passkey, counter } = await verifyPasskey(c, site, credential, challenge);
  if (passkey.user_id !== user.id) throw new Problem('unknown_passkey');
  await c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user.id);
    if (!(await usePasskey(tx, passkey.id, counter, c.clock()))) throw new Problem('bad_passkey');
    await markSession(tx, user.session);
    await confirmSession(tx, user.session, c.clock());
  });
}

async function verifyPasskey(
  c: AccountsContext,
  site: Site,
  credential: UsedCredential,
  challenge: string,
): Promise<{ passkey: PasskeyTable; counter: number }> {
  const passkey = await selectPasskey(c.db, credential.id);
  if (!passkey) throw new Problem('unknown_passkey');
  const { userHandle } = credential.response;
  // The authenticator repeats the user that the passkey was made for.
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id)
    throw new Problem('bad_passkey');
  return { passkey, counter: await verifyUse(site, credential, challenge, passkey) };
}
