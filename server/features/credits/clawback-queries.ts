import { sql } from 'kysely';
import type { Engine, Statement } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { ClawbackTable } from '../../platform/db/tables/credits.ts';

/** What a user still owes of a clawback. */
export type Debt = Pick<ClawbackTable, 'key' | 'user_id' | 'reference' | 'owed' | 'subject'>;

/** The users' debts, oldest first. */
export function selectDebts(tx: Tx, engine: Engine, user_ids: readonly string[]): Promise<Debt[]> {
  return tx
    .selectFrom('clawback')
    .modifyFront(sql`/* prepared select_debts */`)
    .where('owed', '>', 0)
    .where(engine.isAnyOf('user_id', user_ids))
    .orderBy('created_at')
    .orderBy('key')
    .select(['key', 'user_id', 'reference', 'owed', 'subject'])
    .execute();
}

/** The statement that writes what is still owed. */
export function updateDebts(engine: Engine, debts: readonly Debt[]): Statement {
  const rows = engine.rowsOf('settled', { key: 'text', owed: 'bigint' }, debts);
  return sql`update clawback set owed = settled.owed from ${rows} where clawback.key = settled.key`;
}

/** How much a reference gave the user, and how much of it open clawbacks take back. */
export async function selectPurchased(tx: Tx, user_id: string, reference: string) {
  const row = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('credit_entry')
        .where('reference', '=', reference)
        .where('kind', '=', 'purchase')
        .where('user_id', '=', user_id)
        .select(({ fn }) => fn.sum<number>('amount').as('sum'))
        .as('given'),
      eb
        .selectFrom('clawback')
        .where('reference', '=', reference)
        .where('user_id', '=', user_id)
        .where('reversed_at', 'is', null)
        .select(({ fn }) => fn.sum<number>('amount').as('sum'))
        .as('clawed_back'),
    ])
    .executeTakeFirstOrThrow();
  return { given: Number(row.given ?? 0), clawedBack: Number(row.clawed_back ?? 0) };
}

export function selectClawback(tx: Tx, key: string) {
  return tx.selectFrom('clawback').where('key', '=', key).selectAll().executeTakeFirst();
}

/** Every clawback from a purchase, oldest first: their keys end in a consecutive number. */
export function selectClawbacks(tx: Tx, user_id: string, reference: string) {
  return tx
    .selectFrom('clawback')
    .where('reference', '=', reference)
    .where('user_id', '=', user_id)
    .orderBy(sql`length(key)`)
    .orderBy('key')
    .select(['key', 'amount', 'reversed_at'])
    .execute();
}

export async function insertClawback(tx: Tx, row: ClawbackTable): Promise<void> {
  await tx.insertInto('clawback').values(row).execute();
}

/** Marks a clawback as reversed and cancels what is owed for it. */
export async function setReversed(tx: Tx, key: string, now: number): Promise<void> {
  await tx.updateTable('clawback').set({ owed: 0, reversed_at: now }).where('key', '=', key).execute();
}
