import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { mustConfirmEmail } from '../queries.ts';
import { findTokenUser } from './access-tokens.ts';
import { findAppUser } from './app-passwords.ts';
import { hashOf, SESSION_IDLE_MS } from './sessions.ts';

/** `last_used_at` is updated at most this often, so that reads do not become writes; ms. */
const TOUCH_EVERY_MS = 3_600_000;

/** Sessions per statement. */
const BATCH_SIZE = 64;

/** 32 random bytes in base64url. */
const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

type Row = Awaited<ReturnType<typeof selectSessions>>[number];
interface Lookup {
  session: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Finds the user of the live session that an Authorization header names. Nothing is cached, so that ending a session
 * takes effect at once. Concurrent calls share one statement.
 */
export function sessionFinder(
  c: AccountsContext,
): (authorization: string) => Promise<CurrentUser | undefined> {
  let queue: Lookup[] = [];

  async function findBatch(batch: Lookup[]): Promise<void> {
    try {
      const rows = await selectSessions(
        c,
        batch.map(({ session }) => session),
      );
      const found = new Map(rows.map((row) => [row.session, row]));
      for (const { session, resolve } of batch) resolve(found.get(session));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function flush(): void {
    for (let from = 0; from < queue.length; from += BATCH_SIZE)
      void findBatch(queue.slice(from, from + BATCH_SIZE));
    queue = [];
  }

  return async (authorization) => {
    const token = TOKEN.exec(authorization)?.[1];
    if (!token) {
      const other = /^Bearer (\S+)$/i.exec(authorization)?.[1];
      return other === undefined ? undefined : ((await findTokenUser(c, other)) ?? findAppUser(c, other));
    }
    const session = hashOf(token);
    const row = await new Promise<Row | undefined>((resolve, reject) => {
      if (queue.length === 0) setImmediate(flush);
      queue.push({ session, resolve, reject });
    });
    if (!row) return undefined;
    const { last_used_at, second_factor, must_confirm_email, email_confirmed_at, ...user } = row;
    const now = c.clock();
    if (now - last_used_at > TOUCH_EVERY_MS && !c.isReadOnly())
      await c.db
        .updateTable('session')
        .set({ last_used_at: now })
        .where('token_hash', '=', session)
        .execute();
    const lacks_second_factor =
      user.plan_tier === 'admin' && c.accountSettings.requireAdminSecondFactor && second_factor === 0;
    const mustConfirm = mustConfirmEmail(c, { must_confirm_email, email_confirmed_at });
    // No part of the server can then take the caller for an admin.
    const plan_tier = lacks_second_factor ? 'free' : (user.plan_tier ?? 'free');
    return {
      ...user,
      email: user.email ?? '',
      plan_tier,
      lacks_second_factor,
      must_confirm_email: mustConfirm,
      is_app: false,
    };
  };
}

function selectSessions(c: AccountsContext, sessions: readonly string[]) {
  return c.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('account_status', 'account_status.user_id', 'user.id')
    .where(c.engine.isAnyOf('session.token_hash', sessions))
    .where('session.last_used_at', '>', c.clock() - SESSION_IDLE_MS)
    .where('user.deleted_at', 'is', null)
    .where('user.suspended_at', 'is', null)
    .select([
      'user.id',
      'user.username',
      'user.name',
      'user.email',
      'user.avatar_url',
      'user.created_at',
      'user.language',
      'user.must_confirm_email',
      'user.email_confirmed_at',
      'account_status.plan_tier',
      'session.last_used_at',
      'session.second_factor',
      'session.token_hash as session',
    ])
    .execute();
}
