import { Problem } from 'contract/errors.ts';
import type { ProviderAnswer } from 'contract/identities.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { UserRow } from './accounts.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { useCode, wrongCode } from './codes.ts';
import { selectIdentityUser } from './identity-queries.ts';
import { isKnownPlace, rememberPlace } from './known-places.ts';
import type { LoginProvider } from './login-provider.ts';
import { lockUser, selectUser } from './queries.ts';
import { hasSecondFactor } from './second-factor-queries.ts';
import { beginSession, hashOf } from './sessions.ts';
import { beginStep, selectStep, takeStep } from './sign-in-steps.ts';

/**
 * Begins to log in with the provider.
 * @param secret of the browser.
 * @returns the provider's address.
 * @throws Problem `provider_away`.
 */
export async function beginProviderLogIn(
  c: AccountsContext,
  provider: LoginProvider,
  secret: string,
): Promise<string> {
  const state = await beginStep(c, { kind: 'provider-log-in', browser: hashOf(secret) });
  return provider.begin(state, secret);
}

/**
 * Begins a session with the provider's answer. It counts as much as a password: an account with a second factor needs
 * its code, too. Nobody is recognized by an email address.
 * @throws Problem `provider_refused`; `provider_away`; `unknown_identity`; `suspended`; `second_factor_required` with
 *   the token of `finishProviderLogIn`.
 */
export async function logInWithProvider(
  c: AccountsContext,
  client: Client,
  provider: LoginProvider,
  secret: string,
  answer: ProviderAnswer,
) {
  const step = await takeStep(c, 'provider-log-in', answer.state);
  const browser = hashOf(secret);
  if (step?.browser !== browser) throw new Problem('provider_refused');
  const person = await provider.redeem(answer, secret);
  const user_id = await selectIdentityUser(c.db, person);
  if (user_id === undefined) throw new Problem('unknown_identity');
  const entered = await c.db.transaction().execute(async (tx) => {
    const user = await lockMember(tx, c, user_id);
    // Read under the lock: it may have been unlinked or another factor turned on meanwhile.
    if ((await selectIdentityUser(tx, person)) !== user_id) throw new Problem('unknown_identity');
    if (!(await hasSecondFactor(tx, user_id))) return enter(tx, c, client, user, false);
    // Under the same lock: a password reset ends the steps that it finds.
    return { token: await beginStep({ ...c, db: tx }, { kind: 'provider-code', user_id, browser }) };
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
  const step = await selectStep(c, 'provider-code', token);
  if (!step?.user_id || step.browser !== hashOf(secret)) throw new Problem('provider_refused');
  const { user_id } = step;
  const { address, guard } = client;
  const known = await isKnownPlace(c, user_id, address);
  let entered: Awaited<ReturnType<typeof enter>> | undefined;
  await guard.attemptCode({ account: user_id, address, now: c.clock(), known }, () =>
    c.db.transaction().execute(async (tx) => {
      const user = await lockMember(tx, c, user_id);
      if (!(await useCode(tx, c, user_id, code))) return false;
      if (!(await takeStep({ ...c, db: tx }, 'provider-code', token))) throw new Problem('provider_refused');
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
  { address, device }: Client,
  user: UserRow,
  secondFactor: boolean,
) {
  await rememberPlace(tx, c, user.id, address);
  return { authToken: await beginSession(tx, user.id, c.clock(), { device, secondFactor }), user };
}
