import type { Db, Tx } from '../../platform/db/schema.ts';
import type { IdentityTable } from '../../platform/db/tables/accounts.ts';

/** A user's identities: at most one of each provider that this installation has ever had. */
export function selectIdentities(db: Db | Tx, user_id: string): Promise<IdentityTable[]> {
  return db.selectFrom('identity').where('user_id', '=', user_id).selectAll().orderBy('issuer').execute();
}

export async function selectIdentityUser(
  db: Db | Tx,
  { issuer, subject }: Pick<IdentityTable, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function insertIdentity(tx: Tx, identity: IdentityTable): Promise<void> {
  await tx.insertInto('identity').values(identity).execute();
}

/** @returns whether the user had it. */
export async function deleteIdentity(tx: Tx, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** @param keep their ids. */
export async function deleteIdentities(tx: Tx, user_id: string, keep: readonly string[] = []): Promise<void> {
  let query = tx.deleteFrom('identity').where('user_id', '=', user_id);
  if (keep.length > 0) query = query.where('id', 'not in', keep);
  await query.execute();
}
