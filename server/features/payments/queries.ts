import type { Engine } from '../../platform/db/engine.ts';
import type { Db, PurchaseTable, SubscriptionTable, Tx } from '../../platform/db/schema.ts';

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

export async function insertPurchase(tx: Tx, row: PurchaseTable): Promise<void> {
  await tx.insertInto('purchase').values(row).execute();
}

/** The newest purchase of exactly this that is still open. */
export function selectOpenPurchase(
  db: Db | Tx,
  wish: Pick<PurchaseTable, 'user_id' | 'package_id' | 'credits' | 'amount'>,
) {
  return db
    .selectFrom('purchase')
    .where('user_id', '=', wish.user_id)
    .where('package_id', '=', wish.package_id)
    .where('credits', '=', wish.credits)
    .where('amount', '=', wish.amount)
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

/** Purchases that only the operator can settle, oldest first, with their buyers. */
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

/** A purchase as it is, held until the transaction ends; its user is held first. */
export function holdPurchase(tx: Tx, engine: Engine, id: string) {
  return engine.lockRow(tx.selectFrom('purchase').where('id', '=', id).selectAll()).executeTakeFirstOrThrow();
}

export async function updatePurchase(db: Db | Tx, id: string, changes: PurchaseChanges): Promise<void> {
  await db.updateTable('purchase').set(changes).where('id', '=', id).execute();
}

/** Writes which payment a purchase has, unless it has one. @returns whether it has this one now. */
export async function adoptPayment(db: Db, id: string, payment_intent_id: string): Promise<boolean> {
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

/** Counts an attempt that definitely failed, so that the next has another key; of two at once, one. */
export async function endAttempt(db: Db, id: string, attempt: number): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();
}

/** Holds a user until the transaction ends. @returns whether they still have an account. */
export async function holdBuyer(tx: Tx, engine: Engine, user_id: string): Promise<boolean> {
  const query = tx.selectFrom('user').where('id', '=', user_id).select('deleted_at');
  return (await engine.lockRow(query).executeTakeFirst())?.deleted_at === null;
}

export function selectSubscription(db: Db | Tx, id: string) {
  return db.selectFrom('subscription').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Somebody's subscriptions that are not over, newest first. */
export function selectRunning(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('subscription')
    .where('user_id', '=', user_id)
    .where('status', '<>', 'ended')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();
}

export async function writeSubscription(tx: Tx, row: SubscriptionTable): Promise<void> {
  const { id, created_at, ...changes } = row;
  await tx
    .insertInto('subscription')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

/** Who a customer of the provider is here. */
export async function selectCustomer(db: Db | Tx, where: { user_id: string } | { customer_id: string }) {
  let query = db.selectFrom('account_status').select(['user_id', 'plan_tier', 'stripe_customer_id']);
  if ('user_id' in where) query = query.where('user_id', '=', where.user_id);
  else query = query.where('stripe_customer_id', '=', where.customer_id);
  return query.executeTakeFirst();
}

export async function insertCustomerDeletion(tx: Tx, customer_id: string): Promise<void> {
  await tx
    .insertInto('customer_deletion')
    .values({ customer_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function selectCustomerDeletions(db: Db) {
  return db.selectFrom('customer_deletion').select('customer_id').execute();
}

export async function deleteCustomerDeletion(db: Db, customer_id: string): Promise<void> {
  await db.deleteFrom('customer_deletion').where('customer_id', '=', customer_id).execute();
}
