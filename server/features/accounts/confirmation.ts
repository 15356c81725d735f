import type { Confirmation } from 'contract/confirmation.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { confirmedFor, confirmSession } from './confirmed-session.ts';
import { asOwner } from './owner.ts';
import { selectPasskeys } from './passkey-queries.ts';
import { selectPasswordHash } from './queries.ts';
import { hasSecondFactor } from './second-factor-queries.ts';

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
 * @throws Problem as `asOwner`.
 */
export async function confirmWithPassword(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  proof: { password: string; code?: string | undefined },
): Promise<void> {
  await asOwner(c, client, user, proof, (tx) => confirmSession(tx, user.session, c.clock()));
}
