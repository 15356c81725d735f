import type { Db, Tx } from '../../platform/db/schema.ts';

export async function insertReset(
  db: Db,
  reset: { token_hash: string; user_id: string; expires_at: number },
): Promise<void> {
  await db.insertInto('password_reset').values(reset).execute();
}

/** The id of the user who may use this reset; undefined for an unknown or expired one. */
export async function selectResetUser(db: Db, token_hash: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_reset')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns whether the reset was still there: of several concurrent calls, one gets true. */
export async function deleteReset(tx: Tx, token_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_reset')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteResets(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', user_id).execute();
}

export async function deleteExpiredResets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('password_reset').where('expires_at', '<=', now).execute();
}
