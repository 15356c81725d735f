import type { Db, Tx } from '../../platform/db/schema.ts';
import type { SecondFactorTable } from '../../platform/db/tables/accounts.ts';

/** A user's second factor, also one that is not confirmed yet. */
export function selectSecondFactor(db: Db | Tx, user_id: string): Promise<SecondFactorTable | undefined> {
  return db.selectFrom('second_factor').where('user_id', '=', user_id).selectAll().executeTakeFirst();
}

/** Whether a user signs in with a second factor. */
export async function hasSecondFactor(db: Db | Tx, user_id: string): Promise<boolean> {
  return (await selectSecondFactor(db, user_id))?.confirmed_at != null;
}

/** Replaces a secret that was not confirmed. */
export async function upsertSecret(
  tx: Tx,
  factor: Pick<SecondFactorTable, 'user_id' | 'secret' | 'created_at'>,
): Promise<void> {
  const { secret, created_at } = factor;
  await tx
    .insertInto('second_factor')
    .values({ ...factor, last_step: 0, confirmed_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, created_at, last_step: 0 }))
    .execute();
}

/** Uses up a time step and those before it. @returns whether neither it nor a later one was used before. */
export async function useStep(tx: Tx, user_id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function confirmFactor(tx: Tx, user_id: string, confirmed_at: number): Promise<void> {
  await tx.updateTable('second_factor').set({ confirmed_at }).where('user_id', '=', user_id).execute();
}

/** Uses up a recovery code. @returns whether it was there. */
export async function useRecoveryCode(tx: Tx, user_id: string, code_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function replaceRecoveryCodes(tx: Tx, user_id: string, hashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute();
}

export async function countRecoveryCodes(db: Db, user_id: string): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** @returns whether there was one, confirmed. */
export async function deleteSecondFactor(tx: Tx, user_id: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  const rows = await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .execute();
  return rows.some(({ confirmed_at }) => confirmed_at !== null);
}

export async function markSession(tx: Tx, session: string): Promise<void> {
  await tx.updateTable('session').set({ second_factor: 1 }).where('token_hash', '=', session).execute();
}
