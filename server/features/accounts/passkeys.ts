import { randomUUID } from 'node:crypto';
import { PASSKEYS_MAX } from 'contract/accounts-constants.ts';
import { Problem } from 'contract/errors.ts';
import type { NewCredential } from 'contract/passkeys.ts';
import type { PasskeyTable } from '../../platform/db/tables/accounts.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import { assertAddressConfirmed, assertConfirmed, lockCaller } from './confirmed-session.ts';
import { deletePasskey, deletePasskeys, insertPasskey, selectPasskeys } from './passkey-queries.ts';
import type { PersonalData } from './personal-data.ts';
import { insertSecurityEvent } from './queries.ts';
import { markSession } from './second-factor-queries.ts';
import { beginStep, deleteSteps, takeStep } from './sign-in-steps.ts';
import { assertWayIn } from './ways-in.ts';
import { challengeOf, creationOptions, type Site, verifyNew } from './webauthn.ts';

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
  const challenge = await beginStep(c, { kind: 'passkey-add', user_id: user.id, session: user.session });
  return creationOptions(site, challenge, user, passkeys);
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
  const step = await takeStep(c, 'passkey-add', challenge);
  if (step?.session !== user.session) throw new Problem('bad_passkey');
  const made = await verifyNew(site, credential, challenge);
  const now = c.clock();
  const passkey = { id: randomUUID(), user_id: user.id, ...made, name, created_at: now, last_used_at: null };
  try {
    await c.db.transaction().execute(async (tx) => {
      await lockCaller(tx, c, user);
      await assertAddressConfirmed(tx, c, user.id);
      if ((await selectPasskeys(tx, user.id)).length >= PASSKEYS_MAX) throw new Problem('too_many_passkeys');
      await insertPasskey(tx, passkey);
      await markSession(tx, user.session);
      await insertSecurityEvent(tx, user.id, `Added the passkey “${name}”`, now);
    });
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw new Problem('passkey_taken');
    throw error;
  }
  return toResponse(passkey);
}

/** Removes a passkey. @throws Problem `confirmation_needed`; `not_found`; `last_way_in`. */
export async function removePasskey(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  await assertConfirmed(c, user);
  await c.db.transaction().execute(async (tx) => {
    const password = await lockCaller(tx, c, user);
    const name = await deletePasskey(tx, user.id, id);
    if (name === undefined) throw new Problem('not_found');
    await assertWayIn(tx, c, user.id, password);
    await insertSecurityEvent(tx, user.id, `Removed the passkey “${name}”`, c.clock());
  });
}

/** What identifies a passkey to its authenticator is left out of the export: it means nothing to a person. */
export const passkeyData: PersonalData = {
  name: 'passkeys',
  export: async (db, user_id) => (await selectPasskeys(db, user_id)).map(toResponse),
  erase: async (tx, user_id) => {
    await deletePasskeys(tx, user_id);
    await deleteSteps(tx, user_id);
  },
};
