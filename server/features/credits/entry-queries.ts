import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { ClawbackTable, CreditEntryTable } from '../../platform/db/tables/credits.ts';
import type { Balance } from './balance-queries.ts';

export type NewEntry = Omit<CreditEntryTable, 'seq'>;

/** Identifies the cause of an entry: entries with the same key must have the same cause. */
export const causeOf = ({
  user_id,
  kind,
  amount,
  reference,
}: Pick<NewEntry, 'user_id' | 'kind' | 'amount' | 'reference'>) =>
  `${user_id} ${kind} ${amount} ${reference}`;

/** The cause that a key was used for, as `causeOf` writes it; undefined if it is unused. */
export async function selectCause(tx: Tx, key: string): Promise<string | undefined> {
  const entry = await tx
    .selectFrom('credit_entry')
    .where('key', '=', key)
    .select(['user_id', 'kind', 'amount', 'reference'])
    .executeTakeFirst();
  return entry && causeOf(entry);
}

const entryColumns = {
  id: 'text',
  user_id: 'text',
  kind: 'text',
  amount: 'bigint',
  balance: 'bigint',
  key: 'text',
  reference: 'text',
  subject: 'text',
  created_at: 'bigint',
} as const;
const balanceColumns = {
  user_id: 'text',
  credits: 'bigint',
  last_spend: 'bigint',
  last_refilled: 'bigint',
  grant_due_at: 'bigint',
} as const;

/** Writes entries and the balances that are their sums. */
export async function writePostings(
  tx: Tx,
  engine: Engine,
  entries: readonly NewEntry[],
  balances: readonly Balance[],
): Promise<void> {
  const names = sql.join(Object.keys(entryColumns).map((name) => sql.ref(name)));
  if (entries.length > 0)
    await sql`insert into credit_entry (${names})
      select ${names} from ${engine.rowsOf('added', entryColumns, entries)}`.execute(tx);
  await sql`update credits set credits = moved.credits, last_spend = moved.last_spend,
    last_refilled = moved.last_refilled, grant_due_at = moved.grant_due_at
    from ${engine.rowsOf('moved', balanceColumns, balances)} where credits.user_id = moved.user_id`.execute(
    tx,
  );
}

/** Spends of these kinds on these references that are not reversed, oldest first. */
export function selectUnreversed(
  tx: Tx,
  references: readonly string[],
  kinds: readonly ('vote' | 'request')[],
) {
  return tx
    .selectFrom('credit_entry as taken')
    .where('taken.reference', 'in', references)
    .where('taken.kind', 'in', kinds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('credit_entry as back')
            .where('back.key', '=', sql<string>`'reversal:' || taken.key`)
            .select('back.seq'),
        ),
      ),
    )
    .orderBy('taken.seq')
    .select(['taken.user_id', 'taken.amount', 'taken.key', 'taken.reference', 'taken.subject'])
    .execute();
}

/** The key of the latest grant for each reference that has one. */
export function selectLastGrants(tx: Tx, engine: Engine, references: readonly string[]) {
  return tx
    .selectFrom('credit_entry')
    .where(engine.isAnyOf('reference', references))
    .where('kind', '=', 'grant')
    .groupBy('reference')
    .select(({ fn }) => ['reference', fn.max('key').as('key')])
    .execute();
}

/** Remaining debt from a clawback. */
export type Debt = Pick<ClawbackTable, 'key' | 'user_id' | 'reference' | 'owed' | 'subject'>;

/** The users' debts, oldest first. */
export const selectDebts = (tx: Tx, engine: Engine, user_ids: readonly string[]): Promise<Debt[]> =>
  tx
    .selectFrom('clawback')
    .where('owed', '>', 0)
    .where(engine.isAnyOf('user_id', user_ids))
    .orderBy('created_at')
    .orderBy('key')
    .select(['key', 'user_id', 'reference', 'owed', 'subject'])
    .execute();

/** Writes what is still owed. */
export async function updateDebts(tx: Tx, engine: Engine, debts: readonly Debt[]): Promise<void> {
  const rows = engine.rowsOf('settled', { key: 'text', owed: 'bigint' }, debts);
  await sql`update clawback set owed = settled.owed from ${rows} where clawback.key = settled.key`.execute(
    tx,
  );
}

/** Credits that a reference gave the user, and those that open clawbacks take back. */
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

/** Marks a clawback as reversed and cancels what is owed for it. */
export async function setReversed(tx: Tx, key: string, now: number): Promise<void> {
  await tx.updateTable('clawback').set({ owed: 0, reversed_at: now }).where('key', '=', key).execute();
}

/** A user's entries, newest first; `after` is the id of the last entry of the page before. */
export function selectEntries(
  db: Db,
  user_id: string,
  page: { after: [id: string] | undefined; limit: number },
) {
  const last = page.after?.[0];
  let query = db.selectFrom('credit_entry').where('user_id', '=', user_id);
  if (last !== undefined)
    query = query.where('seq', '<', ({ selectFrom }) =>
      selectFrom('credit_entry as last')
        .where('last.id', '=', last)
        .where('last.user_id', '=', user_id)
        .select('last.seq'),
    );
  return query
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .select(['id', 'kind', 'amount', 'balance', 'created_at', 'subject'])
    .execute();
}

export const countEntries = (db: Db, user_id: string) =>
  countRows(db.selectFrom('credit_entry').where('user_id', '=', user_id));

/** Selects a user's entries after another one, oldest first. */
export function exportedEntries(db: Db, user_id: string) {
  return (last: { seq: number } | undefined, limit: number) =>
    db
      .selectFrom('credit_entry')
      .where('user_id', '=', user_id)
      .where('seq', '>', last?.seq ?? 0)
      .orderBy('seq')
      .limit(limit)
      .select(['seq', 'kind', 'amount', 'balance', 'subject', 'created_at'])
      .execute();
}
