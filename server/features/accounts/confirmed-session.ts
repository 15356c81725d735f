import { Problem } from 'contract/errors.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';

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

export async function confirmSession(db: Db | Tx, session: string, confirmed_at: number): Promise<void> {
  await db.updateTable('session').set({ confirmed_at }).where('token_hash', '=', session).execute();
}
