import type { Confirmation } from 'contract/confirmation.ts';
import { Problem } from 'contract/errors.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Client } from './client.ts';
import { useCode } from './codes.ts';
import { confirmedFor, confirmSession } from './confirmed-session.ts';
import { isKnownPlace } from './known-places.ts';
import { selectPasskeys } from './passkey-queries.ts';
import { verifyPassword } from './password-change.ts';
import { lockUser, selectPasswordHash } from './queries.ts';
import { hasSecondFactor, wrongCode } from './second-factor.ts';

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
 * @throws Problem `wrong_password`; `second_factor_required`; `wrong_code`; `too_many_attempts`.
 */
export async function confirmWithPassword(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  const verified = await verifyPassword(c, client, user, password, 'password');
  const confirm = () =>
    c.db.transaction().execute(async (tx) => {
      if ((await lockUser(tx, c.engine, user.id)) !== verified) throw new Problem('wrong_password');
      if (await hasSecondFactor(tx, user.id)) {
        if (code === undefined) throw new Problem('second_factor_required', undefined, { field: 'code' });
        if (!(await useCode(tx, c, user.id, code))) return false;
      }
      await confirmSession(tx, user.session, c.clock());
      return true;
    });
  if (code === undefined) {
    await confirm();
    return;
  }
  const { guard, address } = client;
  const known = await isKnownPlace(c, user.id, address);
  const correct = await guard.attemptCode({ account: user.id, address, now: c.clock(), known }, confirm);
  if (!correct) throw wrongCode();
}
