import { Problem } from 'contract/errors.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { Tier } from 'contract/plans.ts';
import type { AccountsContext } from './accounts-context.ts';
import { createAccount, emailTaken } from './create-account.ts';
import { beginSession } from './login/sessions.ts';
import { checkInvitation, useInvitation } from './members/invitations.ts';
import type { Client } from './proof/client.ts';
import { countSignUp } from './proof/guard.ts';
import { rememberPlace } from './proof/known-places.ts';
import { selectByEmail, type UserRow } from './queries.ts';

export type { AccountsContext } from './accounts-context.ts';
export { createAccount } from './create-account.ts';
export { accessTokenData, tokenCommand } from './login/access-tokens.ts';
export { appPasswordData, findAppUser, findAppUserByToken } from './login/app-passwords.ts';
export { identityData } from './login/identities.ts';
export { passkeyData } from './login/passkeys.ts';
export { dropSecondFactor, secondFactorData } from './login/second-factor.ts';
export { hashOf, newToken } from './login/sessions.ts';
export { createInvitation, listInvitations, revokeInvitation } from './members/invitations.ts';
export {
  assertBelowLimit,
  changeTier,
  grantedTier,
  lockPlan,
  replaceCustomer,
  setTier,
} from './members/plans.ts';
export { ACCOUNT_DELETED, accountEventData } from './personal-data.ts';
export type { Guard } from './proof/guard.ts';
export { knownPlaceData } from './proof/known-places.ts';
export { leaveOnlyPassword, setPassword } from './proof/password-change.ts';

interface NewAccount {
  name: string;
  email: string;
  password: string;
  language?: LanguageCode;
}

/**
 * Creates an account with any plan. For the CLI.
 * @throws Problem `email_taken`.
 */
export async function createAccountWithPassword(
  c: AccountsContext,
  input: NewAccount,
  tier: Tier,
): Promise<UserRow> {
  const hashed = await withHash(c, input);
  return c.db.transaction().execute((tx) => createAccount(tx, c, hashed, tier));
}

/** Hashes the password. @throws Problem `email_taken`. */
async function withHash(c: AccountsContext, { password, ...input }: NewAccount) {
  // Avoids hashing in vain; the unique column decides.
  if (await selectByEmail(c.db, input.email)) throw emailTaken();
  return { ...input, password_hash: await c.passwords.hash(password) };
}

/** Finds a user by email. For the CLI. @throws Problem `not_found`. */
export async function findUser(c: AccountsContext, email: string): Promise<{ id: string }> {
  const found = await selectByEmail(c.db, email);
  if (!found) throw new Problem('not_found', `There is no account with the email ${email}.`);
  return { id: found.id };
}

/**
 * Creates an account with the free plan and begins a session.
 * @param input `mustConfirm` limits the account until its address is confirmed.
 * @throws Problem `signup_closed`, `invitation_needed` or one of an invitation, before it tells anything about the
 *   email; `email_taken`; `too_many_requests`.
 */
export async function signUp(
  c: AccountsContext,
  { ip, device }: Client,
  {
    invitation,
    mustConfirm,
    ...input
  }: NewAccount & { invitation?: string | undefined; mustConfirm: boolean },
) {
  const { signUp: mode } = c.accountSettings;
  if (mode === 'closed') throw new Problem('signup_closed');
  if (mode === 'invite') {
    if (!invitation) throw new Problem('invitation_needed');
    await checkInvitation(c, invitation);
  }
  const hashed = await withHash(c, input);
  return c.db.transaction().execute(async (tx) => {
    if (mode === 'invite') await useInvitation(tx, c, invitation!);
    const user = await createAccount(tx, c, hashed, 'free');
    if (mustConfirm)
      await tx.updateTable('user').set({ must_confirm_email: 1 }).where('id', '=', user.id).execute();
    await rememberPlace(tx, c, user.id, ip);
    const authToken = await beginSession(tx, user.id, c.clock(), { device });
    // Last, because other sign-ups of the network wait for it.
    await countSignUp(tx, c, ip);
    return { user, authToken };
  });
}
