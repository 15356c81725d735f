import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { hashOf, SESSION_IDLE_MS } from './sessions.ts';

/** Use is noted this often at most, so that reading does not become writing; ms. */
const NOTED_EVERY_MS = 3_600_000;

/** Looked up in one statement at most. */
const AT_ONCE = 64;

/** 32 random bytes in base64url. */
const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

type Row = Awaited<ReturnType<typeof selectSessions>>[number];
interface Asker {
  session: string;
  tell: (row: Row | undefined) => void;
  fail: (error: unknown) => void;
}

/**
 * Finds whose live session an Authorization header names, if any. Asked anew for every call: an end is at once.
 * Calls that come in together, as those of a crowd do, are looked up in one statement.
 */
export function sessionFinder(c: Context): (authorization: string) => Promise<CurrentUser | undefined> {
  let asking: Asker[] = [];

  async function lookUp(askers: Asker[]): Promise<void> {
    try {
      const rows = await selectSessions(
        c,
        askers.map(({ session }) => session),
      );
      const found = new Map(rows.map((row) => [row.session, row]));
      for (const { session, tell } of askers) tell(found.get(session));
    } catch (error) {
      for (const { fail } of askers) fail(error);
    }
  }

  function lookAllUp(): void {
    for (let from = 0; from < asking.length; from += AT_ONCE) void lookUp(asking.slice(from, from + AT_ONCE));
    asking = [];
  }

  return async (authorization) => {
    const token = TOKEN.exec(authorization)?.[1];
    if (!token) return undefined;
    const session = hashOf(token);
    const row = await new Promise<Row | undefined>((tell, fail) => {
      if (asking.length === 0) setImmediate(lookAllUp);
      asking.push({ session, tell, fail });
    });
    if (!row) return undefined;
    const { last_used_at, ...user } = row;
    const now = c.clock();
    if (now - last_used_at > NOTED_EVERY_MS)
      await c.db
        .updateTable('session')
        .set({ last_used_at: now })
        .where('token_hash', '=', session)
        .execute();
    return { ...user, email: user.email ?? '', plan_tier: user.plan_tier ?? 'free' };
  };
}

function selectSessions(c: Context, sessions: readonly string[]) {
  return c.db
    .selectFrom('session')
    .modifyFront(sql`/* prepared find_sessions */`)
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('account_status', 'account_status.user_id', 'user.id')
    .where(c.engine.isAnyOf('session.token_hash', sessions))
    .where('session.last_used_at', '>', c.clock() - SESSION_IDLE_MS)
    .where('user.deleted_at', 'is', null)
    .select([
      'user.id',
      'user.username',
      'user.name',
      'user.email',
      'user.avatar_url',
      'user.created_at',
      'account_status.plan_tier',
      'session.last_used_at',
      'session.token_hash as session',
    ])
    .execute();
}
