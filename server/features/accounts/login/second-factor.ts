import { Problem } from 'contract/errors.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import type { Client } from '../proof/client.ts';
import { isKnownPlace } from '../proof/known-places.ts';
import { asOwner, verifyPassword } from '../proof/owner.ts';
import { insertSecurityEvent, lockUser } from '../queries.ts';
import {
  deleteSecondFactor,
  hasSecondFactor,
  markSession,
  newRecoveryCodes,
  newSecret,
  replaceRecoveryCodes,
  selectSecondFactor,
  totpOf,
  upsertSecret,
  useCode,
  wrongCode,
} from './second-factor-codes.ts';
import { assertAddressConfirmed, endSessions, lockCaller } from './sessions.ts';

/** The state of the caller's second factor. */
export async function getSecondFactor(c: AccountsContext, user: CurrentUser) {
  return {
    enabled: await hasSecondFactor(c.db, user.id),
    recovery_codes_left: await countRows(c.db.selectFrom('recovery_code').where('user_id', '=', user.id)),
    required: user.lacks_second_factor,
  };
}

/**
 * Makes a secret for the caller's app. It replaces one that was not confirmed.
 * @throws Problem `email_unconfirmed`; `wrong_password`; `too_many_attempts`; `second_factor_on`.
 */
export async function beginSecondFactor(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  password: string | undefined,
): Promise<{ secret: string; uri: string }> {
  await assertAddressConfirmed(c.db, c, user.id);
  const verified = await verifyPassword(c, client, user, password, 'password');
  const secret = await newSecret();
  const sealed = c.secrets.seal(secret, user.id);
  await c.db.transaction().execute(async (tx) => {
    if ((await lockCaller(tx, c, user)) !== verified)
      throw new Problem('wrong_password', undefined, { field: 'password' });
    if (await hasSecondFactor(tx, user.id)) throw new Problem('second_factor_on');
    await upsertSecret(tx, { user_id: user.id, secret: sealed, created_at: c.clock() });
  });
  return { secret, uri: (await totpOf(secret, c.brand.name, user.email)).toString() };
}

/**
 * Turns the second factor on with a first code: from now on, logging in needs one. This session counts as signed in with
 * it.
 * @returns the recovery codes.
 * @throws Problem `email_unconfirmed`; `wrong_code`; `too_many_attempts`; `second_factor_on`.
 */
export async function confirmSecondFactor(
  c: AccountsContext,
  { guard, ip }: Client,
  user: CurrentUser,
  code: string,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(user.id);
  const known = await isKnownPlace(c, user.id, ip);
  const correct = await guard.attemptCode({ account: user.id, ip, now: c.clock(), known }, () =>
    c.db.transaction().execute(async (tx) => {
      await lockCaller(tx, c, user);
      await assertAddressConfirmed(tx, c, user.id);
      if (await hasSecondFactor(tx, user.id)) throw new Problem('second_factor_on');
      if (!(await useCode(tx, c, user.id, code))) return false;
      await tx
        .updateTable('second_factor')
        .set({ confirmed_at: c.clock() })
        .where('user_id', '=', user.id)
        .execute();
      await markSession(tx, user.session);
      await replaceRecoveryCodes(tx, user.id, hashes);
      await insertSecurityEvent(tx, user.id, 'Turned on two-factor authentication', c.clock());
      return true;
    }),
  );
  if (!correct) throw wrongCode();
  return codes;
}

type Proof = { password?: string | undefined; code: string };

/** Replaces the caller's recovery codes. @throws Problem as `asOwner`; `second_factor_off`. */
export async function makeRecoveryCodes(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  proof: Proof,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(user.id);
  await asOwner(c, client, user, proof, async (tx) => {
    await assertOn(tx, user.id);
    await replaceRecoveryCodes(tx, user.id, hashes);
    await insertSecurityEvent(tx, user.id, 'Made new recovery codes', c.clock());
  });
  return codes;
}

/** Turns the second factor off. @throws Problem as `asOwner`; `second_factor_off`. */
export async function removeSecondFactor(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  proof: Proof,
): Promise<void> {
  await asOwner(c, client, user, proof, async (tx) => {
    await assertOn(tx, user.id);
    await deleteSecondFactor(tx, user.id);
    await insertSecurityEvent(tx, user.id, 'Turned off two-factor authentication', c.clock());
  });
}

async function assertOn(tx: Tx, user_id: string): Promise<void> {
  if (!(await hasSecondFactor(tx, user_id))) throw new Problem('second_factor_off');
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

/** The secret and the recovery codes are left out of the export: they let anyone who reads them sign in. */
export const secondFactorData: PersonalData = {
  name: 'second_factor',
  export: async (db, user_id) => {
    const factor = await selectSecondFactor(db, user_id);
    return factor ? { confirmed_at: factor.confirmed_at } : null;
  },
  erase: (tx, user_id) => deleteSecondFactor(tx, user_id),
};
