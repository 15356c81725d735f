import { Problem } from 'contract/errors.ts';
import type { AccountsContext } from '../accounts-context.ts';
import type { Client } from '../proof/client.ts';
import { isKnownPlace, rememberPlace } from '../proof/known-places.ts';
import { lockUser, selectByEmail, selectUser } from '../queries.ts';
import { hasSecondFactor, useCode, wrongCode } from './second-factor-codes.ts';
import { beginSession } from './sessions.ts';

/**
 * Begins a session. A wrong email and a wrong password take the same time and get the same answer; only who knows the
 * password learns whether the account has a second factor.
 * @throws Problem `wrong_credentials`; `suspended`; `second_factor_required`; `wrong_code`; `too_many_attempts`.
 */
export async function logIn(
  c: AccountsContext,
  client: Client,
  input: { email: string; password: string; code?: string | undefined },
) {
  const found = await selectByEmail(c.db, input.email);
  const known = await isKnownPlace(c, found?.id, client.ip);
  const who = { ip: client.ip, now: c.clock(), known };
  const correct = await client.guard.attempt({ ...who, account: input.email }, () =>
    c.passwords.matches(found?.password_hash, input.password),
  );
  if (!correct || !found) throw new Problem('wrong_credentials');
  const { password_hash, suspended_at, ...user } = found;
  if (suspended_at !== null) throw new Problem('suspended');
  const { code } = input;

  let authToken: string | undefined;
  const enter = () =>
    c.db.transaction().execute(async (tx) => {
      // The password may have changed while this one was being checked.
      if ((await lockUser(tx, c.engine, user.id)) !== password_hash) throw new Problem('wrong_credentials');
      if ((await selectUser(tx, user.id))?.suspended_at != null) throw new Problem('suspended');
      // Read under the lock: it may have been turned on while the password was being checked.
      const secondFactor = await hasSecondFactor(tx, user.id);
      if (secondFactor && code === undefined) throw new Problem('second_factor_required');
      if (secondFactor && !(await useCode(tx, c, user.id, code!))) return false;
      await rememberPlace(tx, c, user.id, client.ip);
      authToken = await beginSession(tx, user.id, c.clock(), { device: client.device, secondFactor });
      return true;
    });
  if (code !== undefined) await client.guard.attemptCode({ ...who, account: user.id }, enter);
  else await enter();
  if (authToken === undefined) throw wrongCode();
  return { authToken, user: { ...user, email: input.email } };
}
