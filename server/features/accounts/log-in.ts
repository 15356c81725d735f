import { Problem } from 'contract/errors.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Guard } from './guard.ts';
import { isKnownPlace, rememberPlace } from './known-places.ts';
import { lockUser, selectByEmail } from './queries.ts';
import { beginSession } from './sessions.ts';

/** The caller's address, and the guard that limits its attempts. */
export interface Client {
  guard: Guard;
  address: string;
}

/**
 * Begins a session. A wrong email and a wrong password take the same time and get the same answer.
 * @throws Problem `wrong_credentials`; `too_many_attempts`.
 */
export async function logIn(c: AccountsContext, client: Client, input: { email: string; password: string }) {
  const found = await selectByEmail(c.db, input.email);
  const known = await isKnownPlace(c, found?.id, client.address);
  const correct = await client.guard.attempt(
    { account: input.email, address: client.address, now: c.clock(), known },
    () => c.passwords.matches(found?.password_hash, input.password),
  );
  if (!correct || !found) throw new Problem('wrong_credentials');
  const { password_hash, ...user } = found;
  const authToken = await c.db.transaction().execute(async (tx) => {
    // The password may have changed while this one was being checked.
    if ((await lockUser(tx, c.engine, user.id)) !== password_hash) throw new Problem('wrong_credentials');
    await rememberPlace(tx, c, user.id, client.address);
    return beginSession(tx, user.id, c.clock());
  });
  return { authToken, user: { ...user, email: input.email } };
}
