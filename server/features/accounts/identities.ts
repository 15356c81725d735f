import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { ProviderAnswer } from 'contract/identities.ts';
import type { IdentityTable } from '../../platform/db/tables/accounts.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import { assertAddressConfirmed, assertConfirmed, lockCaller } from './confirmed-session.ts';
import { deleteIdentities, deleteIdentity, insertIdentity, selectIdentities } from './identity-queries.ts';
import type { LoginProvider } from './login-provider.ts';
import type { PersonalData } from './personal-data.ts';
import { insertSecurityEvent } from './queries.ts';
import { hashOf } from './sessions.ts';
import { beginStep, deleteSteps, takeStep } from './sign-in-steps.ts';
import { assertWayIn } from './ways-in.ts';

const toResponse = ({ id, issuer, label, created_at }: IdentityTable) => ({ id, issuer, label, created_at });

export async function listIdentities(c: AccountsContext, user: CurrentUser) {
  return (await selectIdentities(c.db, user.id)).map(toResponse);
}

/**
 * Begins to link an account at the provider.
 * @param secret of the browser.
 * @returns the provider's address.
 * @throws Problem `email_unconfirmed`; `confirmation_needed`; `provider_away`.
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
  const state = await beginStep(c, { kind: 'provider-link', ...owner, browser: hashOf(secret) });
  return provider.begin(state, secret);
}

/**
 * Links the account at the provider that answered, in the session and browser that began it.
 * @throws Problem `email_unconfirmed`; `provider_refused`; `provider_away`; `identity_taken`; `identity_linked`.
 */
export async function addIdentity(
  c: AccountsContext,
  provider: LoginProvider,
  user: CurrentUser,
  secret: string,
  answer: ProviderAnswer,
) {
  const step = await takeStep(c, 'provider-link', answer.state);
  if (step?.session !== user.session || step.browser !== hashOf(secret))
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
      await insertIdentity(tx, identity);
      await insertSecurityEvent(tx, user.id, 'Linked a login of another provider', created_at);
    });
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw new Problem('identity_taken');
    throw error;
  }
  return toResponse(identity);
}

/** Unlinks an account at a provider. @throws Problem `confirmation_needed`; `not_found`; `last_way_in`. */
export async function removeIdentity(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  await assertConfirmed(c, user);
  await c.db.transaction().execute(async (tx) => {
    const password = await lockCaller(tx, c, user);
    if (!(await deleteIdentity(tx, user.id, id))) throw new Problem('not_found');
    await assertWayIn(tx, c, user.id, password);
    // Also a login with it that waits for its code.
    await deleteSteps(tx, user.id);
    await insertSecurityEvent(tx, user.id, 'Unlinked a login of another provider', c.clock());
  });
}

/** Accounts at login providers. */
export const identityData: PersonalData = {
  name: 'identities',
  export: async (db, user_id) =>
    (await selectIdentities(db, user_id)).map(({ user_id: _own, ...identity }) => identity),
  erase: (tx, user_id) => deleteIdentities(tx, user_id),
};
