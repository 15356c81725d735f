import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

/** A session that was not used for so long is over; ms. */
export const SESSION_IDLE_MS = 30 * 86_400_000;

/** What is kept of a token: enough to recognise it, useless to whoever steals the table. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Begins a session and returns its token, the only time it is known. The user's own sessions that are over go;
 * their row must be held.
 */
export async function beginSession(tx: Tx, user_id: string, now: number): Promise<string> {
  const token = newToken();
  await tx
    .deleteFrom('session')
    .where('user_id', '=', user_id)
    .where('last_used_at', '<=', now - SESSION_IDLE_MS)
    .execute();
  await tx
    .insertInto('session')
    .values({ token_hash: hashOf(token), user_id, created_at: now, last_used_at: now })
    .execute();
  return token;
}

/** Takes out what nobody can use any more: sessions that are over, links that were never followed. */
export async function sweep(c: Context): Promise<void> {
  const now = c.clock();
  await c.db
    .deleteFrom('session')
    .where('last_used_at', '<=', now - SESSION_IDLE_MS)
    .execute();
  await c.db.deleteFrom('password_reset').where('expires_at', '<=', now).execute();
}

export async function endSession(db: Db | Tx, session: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', session).execute();
}

/** Ends every session of a user, but for `except` where one is given. */
export async function endSessions(db: Db | Tx, user_id: string, except?: string): Promise<void> {
  let query = db.deleteFrom('session').where('user_id', '=', user_id);
  if (except !== undefined) query = query.where('token_hash', '<>', except);
  await query.execute();
}
