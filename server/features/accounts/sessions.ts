import { createHash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { deleteExpiredConfirmations } from './email-queries.ts';
import { deleteOldPlaces } from './known-places.ts';
import { deleteExpiredResets } from './reset-queries.ts';
import { deleteOldSignUpCounts } from './sign-up-limits.ts';

/** A session ends after this long without use, ms. */
export const SESSION_IDLE_MS = 30 * 86_400_000;

/** Only hashes of tokens are stored: a stolen table gives nobody access. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Begins a session of a locked user and deletes their expired ones.
 * @param from the device in words; whether the user proved more than a password, and enough to change how they log in.
 * @returns its token, which is not stored.
 */
export async function beginSession(
  tx: Tx,
  user_id: string,
  now: number,
  from: { device?: string | null; secondFactor?: boolean; confirmed?: boolean } = {},
): Promise<string> {
  const token = newToken();
  await tx
    .deleteFrom('session')
    .where('user_id', '=', user_id)
    .where('last_used_at', '<=', now - SESSION_IDLE_MS)
    .execute();
  await tx
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      user_id,
      created_at: now,
      last_used_at: now,
      device: from.device ?? null,
      second_factor: from.secondFactor ? 1 : 0,
      confirmed_at: from.confirmed ? now : null,
    })
    .execute();
  return token;
}

/** A user's sessions, for the export. */
export function selectSessions(db: Db, user_id: string) {
  return db
    .selectFrom('session')
    .where('user_id', '=', user_id)
    .select(['device', 'created_at', 'last_used_at'])
    .execute();
}

export async function endSession(db: Db, session: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', session).execute();
}

/** Ends every session of a user, except `keep`. */
export async function endSessions(db: Db | Tx, user_id: string, keep?: string): Promise<void> {
  let query = db.deleteFrom('session').where('user_id', '=', user_id);
  if (keep !== undefined) query = query.where('token_hash', '<>', keep);
  await query.execute();
}

/** Deletes what has expired: sessions, links of mails, places that were not used for long, counts of sign-ups. Runs daily. */
export async function pruneSessions(c: Pick<AccountsContext, 'db' | 'clock'>): Promise<void> {
  const now = c.clock();
  await c.db
    .deleteFrom('session')
    .where('last_used_at', '<=', now - SESSION_IDLE_MS)
    .execute();
  await deleteExpiredResets(c.db, now);
  await deleteExpiredConfirmations(c.db, now);
  await deleteOldSignUpCounts(c.db, now);
  await deleteOldPlaces(c.db, now);
}
