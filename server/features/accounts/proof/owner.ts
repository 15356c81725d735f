import { Problem } from 'contract/errors.ts';
import type { Confirmation } from 'contract/features/accounts/login-methods.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { selectPasskeys } from '../login/login-methods.ts';
import { hasSecondFactor, useCode, wrongCode } from '../login/second-factor-codes.ts';
import { assertConfirmed, confirmedFor, confirmSession, lockCaller } from '../login/sessions.ts';
import { selectPasswordHash } from '../queries.ts';
import type { Client } from './client.ts';
import { isKnownPlace } from './known-places.ts';

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Makes a change that only the owner of the account may make: it takes the password, and a code if the account has a
 * second factor. The code is used up only if the change is made.
 * @throws Problem `wrong_password`; `confirmation_needed`; `second_factor_required`; `wrong_code`; `too_many_attempts`; `unauthorized`.
 */
export async function asOwner<R>(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  { password, code }: Proof,
  change: (tx: Tx) => Promise<R>,
): Promise<R> {
  const hash = await verifyPassword(c, client, user, password, 'password');
  return asVerified(c, client, user, { hash, code, field: 'password' }, change);
}

/**
 * Verifies the caller's password; of an account without one, that the session is confirmed.
 * @param field of the input, for the error.
 * @returns the hash that it matches, for `asVerified`.
 * @throws Problem `wrong_password`; `too_many_attempts`; `confirmation_needed`.
 */
export async function verifyPassword(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  password: string | undefined,
  field: string,
): Promise<string | null | undefined> {
  const hash = await selectPasswordHash(c.db, user.id);
  if (hash === null) {
    await assertConfirmed(c, user);
    return null;
  }
  if (password === undefined) throw new Problem('bad_input', 'Please enter your password.', { field });
  const known = await isKnownPlace(c, user.id, client.ip);
  const correct = await client.guard.attempt(
    { account: user.email, ip: client.ip, now: c.clock(), known },
    () => c.passwords.matches(hash, password),
  );
  if (!correct) throw new Problem('wrong_password', undefined, { field });
  return hash;
}

/**
 * The second half of `asOwner`, for a caller whose password matches `hash`: it may have changed meanwhile.
 * @param field of the password.
 */
export async function asVerified<R>(
  c: AccountsContext,
  { guard, ip }: Client,
  user: CurrentUser,
  { hash, code, field }: { hash: string | null | undefined; code: string | undefined; field: string },
  change: (tx: Tx) => Promise<R>,
): Promise<R> {
  let made: { result: R } | undefined;
  const attempt = () =>
    c.db.transaction().execute(async (tx) => {
      if ((await lockCaller(tx, c, user)) !== hash) throw new Problem('wrong_password', undefined, { field });
      if (await hasSecondFactor(tx, user.id)) {
        if (code === undefined) throw new Problem('second_factor_required', undefined, { field: 'code' });
        if (!(await useCode(tx, c, user.id, code))) return false;
      }
      made = { result: await change(tx) };
      return true;
    });
  if (code === undefined) await attempt();
  else {
    const known = await isKnownPlace(c, user.id, ip);
    await guard.attemptCode({ account: user.id, ip, now: c.clock(), known }, attempt);
  }
  if (!made) throw wrongCode();
  return made.result;
}

/** For how long the caller's session is confirmed, and how it can be. */
export async function getConfirmation(c: AccountsContext, user: CurrentUser): Promise<Confirmation> {
  return {
    seconds_left: Math.ceil((await confirmedFor(c, user.session)) / 1000),
    has_password: (await selectPasswordHash(c.db, user.id)) != null,
    needs_code: await hasSecondFactor(c.db, user.id),
    has_passkey: (await selectPasskeys(c.db, user.id)).length > 0,
  };
}

/**
 * Confirms the caller's session with the password, and a code if they have a second factor.
 * @throws Problem as `asOwner`; `wrong_password` for an account without one.
 */
export async function confirmWithPassword(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  proof: { password: string; code?: string | undefined },
): Promise<void> {
  const field = 'password';
  const hash = await verifyPassword(c, client, user, proof.password, field);
  // Without a password, only the confirmation itself was checked, which must not prolong itself.
  if (hash === null) throw new Problem('wrong_password', undefined, { field });
  await asVerified(c, client, user, { hash, code: proof.code, field }, (tx) =>
    confirmSession(tx, user.session, c.clock()),
  );
}
