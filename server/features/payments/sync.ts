import type { Db, Tx } from '../../platform/db/schema.ts';

/**
 * Webhook events repeat and arrive in any order, so their content is never trusted: each one makes us read the
 * object from the provider. Two syncs of one object can finish in the opposite order, and the older one must not
 * overwrite what the newer one wrote. So each sync takes a number before it reads, and writes only if no sync with
 * a higher number has written. The provider sends an event after every change, so some sync always sees the latest
 * state.
 */

/** Starts a sync of an object: call it outside any transaction, before reading from the provider. @returns its number. */
export async function startSync(db: Db, object_id: string): Promise<number> {
  const { last_started } = await db
    .insertInto('provider_sync')
    .values({ object_id, last_started: 1, last_applied: 0 })
    .onConflict((conflict) =>
      conflict
        .column('object_id')
        .doUpdateSet((eb) => ({ last_started: eb('provider_sync.last_started', '+', 1) })),
    )
    .returning('last_started')
    .executeTakeFirstOrThrow();
  return last_started;
}

/** Marks a sync as applied in the transaction that writes its result. @returns false if a newer one was: write nothing. */
export async function applySync(tx: Tx, object_id: string, sync: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('provider_sync')
    .set({ last_applied: sync })
    .where('object_id', '=', object_id)
    .where('last_applied', '<', sync)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
