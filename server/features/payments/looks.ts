import type { Db, Tx } from '../../platform/db/schema.ts';

/**
 * Events repeat and come in any order, so nothing that they tell is believed: each makes us look at how things
 * stand. Two looks at the same time may end in the other order than they began; then what the earlier one saw
 * may be old, and must not be written over what the later one saw. So each look takes a number before it asks
 * the provider, and what it saw is written only if no look with a higher number was. Whatever changed last sent
 * an event after it, and that event's look, or one begun still later, sees it.
 */

/** Begins a look. To be called before the provider is asked, outside of any transaction. */
export async function beginLook(db: Db, object_id: string): Promise<number> {
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

/** Whether this look is the newest that was written so far; then what it saw is to be written, in this transaction. */
export async function isNewest(tx: Tx, object_id: string, look: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('provider_sync')
    .set({ last_applied: look })
    .where('object_id', '=', object_id)
    .where('last_applied', '<', look)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
