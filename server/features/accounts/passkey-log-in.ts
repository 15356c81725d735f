import { Problem } from 'contract/errors.ts';
import type { UsedCredential } from 'contract/passkeys.ts';
import type { PasskeyTable } from '../../platform/db/tables/accounts.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { confirmSession } from './confirmed-session.ts';
import { rememberPlace } from './known-places.ts';
import { selectPasskey, selectPasskeys, usePasskey } from './passkey-queries.ts';
import { lockUser, selectUser } from './queries.ts';
import { markSession } from './second-factor-queries.ts';
import { beginSession } from './sessions.ts';
import { beginStep, takeStep } from './sign-in-steps.ts';
import { challengeOf, requestOptions, type Site, verifyUse } from './webauthn.ts';

/** @returns the options for `navigator.credentials.get()`: the person chooses among the passkeys of this site. */
export const beginPasskeyLogIn = async (c: AccountsContext, site: Site) =>
  requestOptions(site, await beginStep(c, { kind: 'passkey-log-in' }));

/**
 * Begins a session with a passkey. It counts as a second factor: the authenticator has verified the person.
 * @throws Problem `bad_passkey`; `unknown_passkey`; `suspended`.
 */
export async function logInWithPasskey(
  c: AccountsContext,
  { address, device }: Client,
  site: Site,
  credential: UsedCredential,
) {
  const challenge = challengeOf(credential);
  if (!(await takeStep(c, 'passkey-log-in', challenge))) throw new Problem('bad_passkey');
  const { passkey, counter } = await verifyPasskey(c, site, credential, challenge);
  return c.db.transaction().execute(async (tx) => {
    const { user_id } = passkey;
    if ((await lockUser(tx, c.engine, user_id)) === undefined) throw new Problem('unknown_passkey');
    const { suspended_at, email, ...user } = (await selectUser(tx, user_id))!;
    if (suspended_at !== null) throw new Problem('suspended');
    if (!(await usePasskey(tx, passkey.id, counter, c.clock()))) throw new Problem('bad_passkey');
    await rememberPlace(tx, c, user_id, address);
    const proved = { device, secondFactor: true, confirmed: true };
    const authToken = await beginSession(tx, user_id, c.clock(), proved);
    return { authToken, user: { ...user, email: email ?? '' } };
  });
}

/** @returns the options for a passkey of the caller. */
export async function beginPasskeyConfirmation(c: AccountsContext, site: Site, user: CurrentUser) {
  const step = { kind: 'passkey-confirm', user_id: user.id, session: user.session } as const;
  return requestOptions(site, await beginStep(c, step), await selectPasskeys(c.db, user.id));
}

/** Confirms the caller's session with one of their passkeys. @throws Problem `bad_passkey`; `unknown_passkey`. */
export async function confirmWithPasskey(
  c: AccountsContext,
  site: Site,
  user: CurrentUser,
  credential: UsedCredential,
): Promise<void> {
  const challenge = challengeOf(credential);
  const step = await takeStep(c, 'passkey-confirm', challenge);
  if (step?.session !== user.session) throw new Problem('bad_passkey');
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
