import { Problem } from 'contract/errors.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import { selectEmail } from './email-queries.ts';
import { lockUser } from './queries.ts';

/** How long a session counts as confirmed, ms: enough to change how one logs in, too short for a forgotten computer. */
const CONFIRMED_MS = 10 * 60_000;

/** For how much longer a session is confirmed, ms; 0 if it is not. */
export async function confirmedFor({ db, clock }: AccountsContext, session: string): Promise<number> {
  const row = await db
    .selectFrom('session')
    .where('token_hash', '=', session)
    .select('confirmed_at')
    .executeTakeFirst();
  return Math.max(0, (row?.confirmed_at ?? 0) + CONFIRMED_MS - clock());
}

/** @throws Problem `confirmation_needed` unless the caller has just proved to own the account. */
export async function assertConfirmed(c: AccountsContext, user: CurrentUser): Promise<void> {
  if ((await confirmedFor(c, user.session)) === 0) throw new Problem('confirmation_needed');
}

/**
 * Locks the caller's account for a change of how they log in. A password reset may have ended the session while the call
 * was on its way: what a stranger began must not outlive it.
 * @returns the password hash.
 * @throws Problem `unauthorized`.
 */
export async function lockCaller(
  tx: Tx,
  c: Pick<AccountsContext, 'engine'>,
  { id, session }: CurrentUser,
): Promise<string | null> {
  const password = await lockUser(tx, c.engine, id);
  const live = await tx
    .selectFrom('session')
    .where('token_hash', '=', session)
    .select('token_hash')
    .executeTakeFirst();
  if (password === undefined || !live) throw new Problem('unauthorized');
  return password;
}

/**
 * Nobody adds a way to log in to an account whose address may be somebody else's: its owner would have to find it. Where
 * no mail is sent, nobody can confirm an address.
 * @throws Problem `email_unconfirmed`.
 */
export async function assertAddressConfirmed(
  db: Db | Tx,
  { mail }: Pick<AccountsContext, 'mail'>,
  user_id: string,
): Promise<void> {
  if (mail !== null && (await selectEmail(db, user_id))?.email_confirmed_at == null)
    throw new Problem('email_unconfirmed');
}

export async function confirmSession(db: Db | Tx, session: string, confirmed_at: number): Promise<void> {
  await db.updateTable('session').set({ confirmed_at }).where('token_hash', '=', session).execute();
}
