import { Problem } from 'contract/errors.ts';
import { sql } from 'kysely';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

/** Sessions in the list, the most recently used first. */
const LISTED = 100;

/** The beginning of a token's hash names a session: nobody can find the token with it. */
const sessionId = sql<string>`substr(token_hash, 1, 22)`;

/** The caller's live sessions. */
export async function listSessions(c: AccountsContext, user: CurrentUser) {
  const rows = await c.db
    .selectFrom('session')
    .where('user_id', '=', user.id)
    .where('last_used_at', '>', c.clock() - SESSION_IDLE_MS)
    .select(['token_hash', sessionId.as('id'), 'device', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(LISTED)
    .execute();
  return rows.map(({ token_hash, ...row }) => ({ ...row, current: token_hash === user.session }));
}

/** Ends one of the caller's sessions. @throws Problem `not_found`. */
export async function endOwnSession(c: AccountsContext, user: CurrentUser, id: string): Promise<void> {
  const { numDeletedRows } = await c.db
    .deleteFrom('session')
    .where('user_id', '=', user.id)
    .where(sessionId, '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Problem('not_found');
}
