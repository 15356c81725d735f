import { Problem } from 'contract/errors.ts';
import { createAccount, type NewAccount, withHash } from './accounts.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { countSignUp } from './guard.ts';
import { checkInvitation, useInvitation } from './invitations.ts';
import { rememberPlace } from './known-places.ts';
import { updateMustConfirm } from './queries.ts';
import { beginSession } from './sessions.ts';

/**
 * Creates an account with the free plan and begins a session.
 * @param input `mustConfirm` limits the account until its address is confirmed.
 * @throws Problem `signup_closed`, `invitation_needed` or one of an invitation, before it tells anything about the
 *   email; `email_taken`; `too_many_requests`.
 */
export async function signUp(
  c: AccountsContext,
  { address, device }: Client,
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
    if (mustConfirm) await updateMustConfirm(tx, user.id);
    await rememberPlace(tx, c, user.id, address);
    const authToken = await beginSession(tx, user.id, c.clock(), { device });
    // Last, because other sign-ups of the network wait for it.
    await countSignUp(tx, c, address);
    return { user, authToken };
  });
}
