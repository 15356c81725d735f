import { Problem } from 'contract/errors.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { newRecoveryCodes, newSecret, totpOf, useCode } from './codes.ts';
import { isKnownPlace } from './known-places.ts';
import { verifyPassword } from './password-change.ts';
import type { PersonalData } from './personal-data.ts';
import { insertSecurityEvent, lockUser } from './queries.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  markSession,
  replaceRecoveryCodes,
  selectSecondFactor,
  upsertSecret,
} from './second-factor-queries.ts';
import { endSessions } from './sessions.ts';

/** Whether a user signs in with a second factor. */
export async function hasSecondFactor(db: Db | Tx, user_id: string): Promise<boolean> {
  return (await selectSecondFactor(db, user_id))?.confirmed_at != null;
}

/** The state of the caller's second factor. */
export async function getSecondFactor(c: AccountsContext, user: CurrentUser) {
  return {
    enabled: await hasSecondFactor(c.db, user.id),
    recovery_codes_left: await countRecoveryCodes(c.db, user.id),
    required: user.lacks_second_factor,
  };
}

/**
 * Makes a secret for the caller's app. It replaces one that was not confirmed.
 * @throws Problem `wrong_password`; `too_many_attempts`; `second_factor_on`.
 */
export async function beginSecondFactor(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const verified = await verifyPassword(c, client, user, password, 'password');
  const secret = await newSecret();
  const sealed = c.secrets.seal(secret, user.id);
  await c.db.transaction().execute(async (tx) => {
    await lockVerified(tx, c, user.id, verified);
    if ((await selectSecondFactor(tx, user.id))?.confirmed_at != null) throw new Problem('second_factor_on');
    await upsertSecret(tx, { user_id: user.id, secret: sealed, created_at: c.clock() });
  });
  return { secret, uri: (await totpOf(secret, user.email)).toString() };
}

/**
 * Turns the second factor on: from now on, logging in needs a code. This session counts as signed in with it.
 * @returns the recovery codes.
 * @throws Problem `wrong_code`; `too_many_attempts`; `second_factor_on`.
 */
export async function confirmSecondFactor(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  code: string,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(user.id);
  await withCode(
    c,
    client,
    user,
    code,
    async (tx) => {
      await confirmFactor(tx, user.id, c.clock());
      await markSession(tx, user.session);
      await replaceRecoveryCodes(tx, user.id, hashes);
      await insertSecurityEvent(tx, user.id, 'Turned on two-factor authentication', c.clock());
    },
    'begun',
  );
  return codes;
}

/** Replaces the caller's recovery codes. @throws Problem `wrong_password`; `wrong_code`; `too_many_attempts`. */
export async function makeRecoveryCodes(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  input: { password: string; code: string },
): Promise<string[]> {
  await verifyPassword(c, client, user, input.password, 'password');
  const { codes, hashes } = newRecoveryCodes(user.id);
  await withCode(c, client, user, input.code, async (tx) => {
    await replaceRecoveryCodes(tx, user.id, hashes);
    await insertSecurityEvent(tx, user.id, 'Made new recovery codes', c.clock());
  });
  return codes;
}

/** Turns the second factor off. @throws Problem `wrong_password`; `wrong_code`; `too_many_attempts`. */
export async function removeSecondFactor(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  input: { password: string; code: string },
): Promise<void> {
  await verifyPassword(c, client, user, input.password, 'password');
  await withCode(c, client, user, input.code, async (tx) => {
    await deleteSecondFactor(tx, user.id);
    await insertSecurityEvent(tx, user.id, 'Turned off two-factor authentication', c.clock());
  });
}

/**
 * Turns a member's second factor off and ends their sessions, for someone who lost the app and the recovery codes. For
 * the CLI.
 * @returns whether there was one.
 */
export async function dropSecondFactor(c: AccountsContext, user_id: string): Promise<boolean> {
  return c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    const was = await deleteSecondFactor(tx, user_id);
    if (!was) return false;
    await endSessions(tx, user_id);
    await insertSecurityEvent(tx, user_id, 'An operator turned off two-factor authentication', c.clock());
    return true;
  });
}

/**
 * Uses up a code and makes a change, both or neither.
 * @param state of the second factor, `on` or only `begun`.
 */
async function withCode(
  c: AccountsContext,
  { guard, address }: Client,
  user: CurrentUser,
  code: string,
  change: (tx: Tx) => Promise<void>,
  state: 'on' | 'begun' = 'on',
): Promise<void> {
  const known = await isKnownPlace(c, user.id, address);
  const correct = await guard.attemptCode({ account: user.id, address, now: c.clock(), known }, () =>
    c.db.transaction().execute(async (tx) => {
      if ((await lockUser(tx, c.engine, user.id)) === undefined) throw new Problem('unauthorized');
      const factor = await selectSecondFactor(tx, user.id);
      if (state === 'begun' && factor?.confirmed_at != null) throw new Problem('second_factor_on');
      if (state === 'on' && factor?.confirmed_at == null) throw new Problem('second_factor_off');
      if (!(await useCode(tx, c, user.id, code))) return false;
      await change(tx);
      return true;
    }),
  );
  if (!correct) throw wrongCode();
}

export const wrongCode = () => new Problem('wrong_code', undefined, { field: 'code' });

async function lockVerified(
  tx: Tx,
  c: AccountsContext,
  user_id: string,
  verified: string | null | undefined,
) {
  if ((await lockUser(tx, c.engine, user_id)) !== verified)
    throw new Problem('wrong_password', undefined, { field: 'password' });
}

/** The secret and the recovery codes are left out of the export: they let anyone who reads them sign in. */
export const secondFactorData: PersonalData = {
  name: 'second_factor',
  export: async (db, user_id) => {
    const factor = await selectSecondFactor(db, user_id);
    return factor ? { confirmed_at: factor.confirmed_at } : null;
  },
  erase: async (tx, user_id) => {
    await deleteSecondFactor(tx, user_id);
  },
};
