import type { Db, Tx } from '../../platform/db/schema.ts';

interface Confirmation {
  token_hash: string;
  user_id: string;
  email: string;
  expires_at: number;
}

export async function insertConfirmation(db: Db | Tx, confirmation: Confirmation): Promise<void> {
  await db.insertInto('email_confirmation').values(confirmation).execute();
}

export function selectConfirmation(db: Db | Tx, token_hash: string, now: number) {
  return db
    .selectFrom('email_confirmation')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .select(['user_id', 'email'])
    .executeTakeFirst();
}

/** Invalidates all links of a user. @returns how many there were. */
export async function deleteConfirmations(tx: Tx, user_id: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_confirmation')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteExpiredConfirmations(db: Db, now: number): Promise<void> {
  await db.deleteFrom('email_confirmation').where('expires_at', '<=', now).execute();
}

export function selectEmail(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('user')
    .where('id', '=', user_id)
    .select(['email', 'email_confirmed_at', 'must_confirm_email'])
    .executeTakeFirst();
}

/** Marks the address of a locked user as theirs. */
export async function updateConfirmed(tx: Tx, user_id: string, email_confirmed_at: number): Promise<void> {
  await tx.updateTable('user').set({ email_confirmed_at }).where('id', '=', user_id).execute();
}

export async function updateEmail(
  tx: Tx,
  user_id: string,
  changes: { email: string; email_confirmed_at: number | null },
): Promise<void> {
  await tx.updateTable('user').set(changes).where('id', '=', user_id).execute();
}

/** Limits a new account until its address is confirmed. */
export async function updateMustConfirm(tx: Tx, user_id: string): Promise<void> {
  await tx.updateTable('user').set({ must_confirm_email: 1 }).where('id', '=', user_id).execute();
}
