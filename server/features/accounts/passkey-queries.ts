import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PasskeyTable } from '../../platform/db/tables/accounts.ts';

/** A user's passkeys, oldest first. There are never many: see `PASSKEYS_MAX`. */
export function selectPasskeys(db: Db | Tx, user_id: string): Promise<PasskeyTable[]> {
  return db
    .selectFrom('passkey')
    .where('user_id', '=', user_id)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function selectPasskey(db: Db, credential_id: string): Promise<PasskeyTable | undefined> {
  return db.selectFrom('passkey').where('credential_id', '=', credential_id).selectAll().executeTakeFirst();
}

export async function insertPasskey(tx: Tx, passkey: PasskeyTable): Promise<void> {
  await tx.insertInto('passkey').values(passkey).execute();
}

/**
 * Counts a use of a passkey.
 * @returns whether it is still there and was not used with the same or a higher counter meanwhile. A counter that stays
 *   0 is not one.
 */
export async function usePasskey(
  tx: Tx,
  id: string,
  counter: number,
  last_used_at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at })
    .where('id', '=', id)
    .where((row) => row.or([row('counter', '<', counter), row.and({ counter: 0 })]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns its name; undefined if the user has no such passkey. */
export async function deletePasskey(tx: Tx, user_id: string, id: string): Promise<string | undefined> {
  const rows = await tx
    .deleteFrom('passkey')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('name')
    .execute();
  return rows[0]?.name;
}

/** @param keep their ids. */
export async function deletePasskeys(tx: Tx, user_id: string, keep: readonly string[] = []): Promise<void> {
  let query = tx.deleteFrom('passkey').where('user_id', '=', user_id);
  if (keep.length > 0) query = query.where('id', 'not in', keep);
  await query.execute();
}
