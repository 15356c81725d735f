import type { CreditsRecord } from 'contract/features/credits.ts';
import type { Engine, WhenLocked } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CreditsTable } from '../../platform/db/tables/credits.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';

export type Balance = Omit<CreditsTable, 'created_at'>;

const balanceColumns = ['id', 'user_id', 'credits', 'last_spend', 'last_refilled', 'grant_due_at'] as const;

export function toCreditsRecord({ id, grant_due_at, ...balance }: Balance): CreditsRecord {
  const { user_id, credits, last_spend, last_refilled } = balance;
  return { id, credits_id: id, user_id, credits, last_spend, last_refilled, next_refill: grant_due_at };
}

/** Locks the users' balances, in the same order everywhere, so that transactions cannot deadlock. */
export const lockBalances = (
  tx: Tx,
  engine: Engine,
  user_ids: readonly string[],
  whenLocked?: WhenLocked,
): Promise<Balance[]> =>
  engine
    .lockRow(
      tx
        .selectFrom('credits')
        .where(engine.isAnyOf('user_id', user_ids))
        .orderBy('user_id')
        .select(balanceColumns),
      whenLocked,
    )
    .execute();

/** Creates balances of 0 for users without one. With `grant_due_at` 0 the next batch reads the plan. */
export async function insertBalances(
  db: Db | Tx,
  rows: { id: string; user_id: string; grant_due_at: number | null; now: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('credits')
    .values(
      rows.map(({ now, ...row }) => ({
        ...row,
        credits: 0,
        last_spend: null,
        last_refilled: null,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function setGrantDue(tx: Tx, user_id: string, grant_due_at: number | null): Promise<void> {
  await tx.updateTable('credits').set({ grant_due_at }).where('user_id', '=', user_id).execute();
}

export function selectBalance(db: Db | Tx, { id, user_id }: { id?: string; user_id?: string }) {
  let query = db.selectFrom('credits').select(balanceColumns);
  if (id !== undefined) query = query.where('id', '=', id);
  if (user_id !== undefined) query = query.where('user_id', '=', user_id);
  return query.executeTakeFirst();
}

/** The balances of one user or of all, newest first. */
export function selectBalances(db: Db, page: TimePage & { user_id?: string; except?: string }) {
  const { user_id, except } = page;
  let query = db.selectFrom('credits').select([...balanceColumns, 'created_at']);
  if (user_id !== undefined) query = query.where('user_id', '=', user_id);
  if (except !== undefined) query = query.where('user_id', '<>', except);
  return newestFirst(query, 'credits', page).execute();
}

/** Users whose monthly credits are due, the longest overdue first. */
export async function selectDue(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credits')
    .where('grant_due_at', '<=', now)
    .orderBy('grant_due_at')
    .orderBy('id')
    .limit(limit)
    .select('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

export function selectPlans(tx: Tx, engine: Engine, user_ids: readonly string[]) {
  return tx
    .selectFrom('account_status')
    .where(engine.isAnyOf('user_id', user_ids))
    .select(['user_id', 'plan_tier', 'plan_since'])
    .execute();
}
