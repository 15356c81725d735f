import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PurchaseTable } from '../../platform/db/tables/payments.ts';

export type PurchaseRow = PurchaseTable;
type PurchaseChanges = Partial<
  Pick<
    PurchaseTable,
    | 'status'
    | 'attempt'
    | 'payment_intent_id'
    | 'credited_at'
    | 'clawed_back'
    | 'review_reason'
    | 'updated_at'
  >
>;

/** The user's newest open purchase of the same pack at the same price. */
export function selectOpenPurchase(
  tx: Tx,
  input: Pick<PurchaseTable, 'user_id' | 'package_id' | 'credits' | 'amount'>,
) {
  return tx
    .selectFrom('purchase')
    .where('user_id', '=', input.user_id)
    .where('package_id', '=', input.package_id)
    .where('credits', '=', input.credits)
    .where('amount', '=', input.amount)
    .where('status', '=', 'open')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
}

export function selectPurchase(
  db: Db | Tx,
  where: { id?: string; user_id?: string; payment_intent_id?: string },
) {
  let query = db.selectFrom('purchase').selectAll();
  if (where.id !== undefined) query = query.where('id', '=', where.id);
  if (where.user_id !== undefined) query = query.where('user_id', '=', where.user_id);
  if (where.payment_intent_id !== undefined)
    query = query.where('payment_intent_id', '=', where.payment_intent_id);
  return query.executeTakeFirst();
}

/** Purchases that the operator must review, oldest first, with their buyers' emails. */
export function selectPurchasesForReview(db: Db) {
  return db
    .selectFrom('purchase')
    .innerJoin('user', 'user.id', 'purchase.user_id')
    .where('purchase.review_reason', 'is not', null)
    .orderBy('purchase.created_at')
    .orderBy('purchase.id')
    .select([
      'purchase.id',
      'purchase.package_id',
      'purchase.amount',
      'purchase.payment_intent_id',
      'purchase.review_reason',
      'purchase.created_at',
      'user.email',
    ])
    .execute();
}

/** Locks a purchase; lock its user first. */
export function lockPurchase(tx: Tx, engine: Engine, id: string) {
  return engine.lockRow(tx.selectFrom('purchase').where('id', '=', id).selectAll()).executeTakeFirstOrThrow();
}

export async function updatePurchase(db: Db | Tx, id: string, changes: PurchaseChanges): Promise<void> {
  await db.updateTable('purchase').set(changes).where('id', '=', id).execute();
}

/** Sets the payment of a purchase that has none. @returns whether it has this one now. */
export async function setPaymentIntent(db: Db, id: string, payment_intent_id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase')
    .set({ payment_intent_id })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('payment_intent_id', 'is', null), eb('payment_intent_id', '=', payment_intent_id)]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets the number of the next attempt; it is part of the provider's idempotency key. */
export async function setAttempt(
  db: Db,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ attempt: to })
    .where('id', '=', id)
    .where('attempt', '=', from)
    .execute();
}

/** Locks a user. @returns whether they still have an account. */
export async function lockBuyer(tx: Tx, engine: Engine, user_id: string): Promise<boolean> {
  const query = tx.selectFrom('user').where('id', '=', user_id).select('deleted_at');
  return (await engine.lockRow(query).executeTakeFirst())?.deleted_at === null;
}

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
