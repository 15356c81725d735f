import { sql } from 'kysely';
import type { Engine, Statement } from '../../platform/db/engine.ts';
import type { ClawbackTable, CreditEntryTable, CreditsTable, Db, Tx } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';

/** A balance as this feature works on it. */
export type Balance = Omit<CreditsTable, 'created_at'>;
export type NewEntry = Omit<CreditEntryTable, 'seq'>;
export type Debt = Pick<ClawbackTable, 'key' | 'user_id' | 'reference' | 'owed' | 'subject'>;

const balanceColumns = ['id', 'user_id', 'credits', 'last_spend', 'last_refilled', 'grant_due_at'] as const;

export interface Taking {
  id: string;
  user_id: string;
  kind: 'vote' | 'request';
  /** How many to take, above 0. */
  amount: number;
  key: string;
  reference: string;
  subject: string | null;
  now: number;
}

/**
 * Takes credits and writes the entry where that is plain: the balance suffices, the key is unused and no monthly
 * credits are due.
 * @returns the balance after it; undefined where it is not plain, and nothing has changed.
 */
export function takeCredits(tx: Tx, engine: Engine, taking: Taking): Promise<Balance | undefined> {
  return engine.kind === 'postgres' ? takeInOneStatement(tx, taking) : takeInTwo(tx, taking);
}

/**
 * One round trip. The row is held first and the entry decides by its unique key, so that of two with the same key
 * at the same moment one does nothing instead of failing.
 */
async function takeInOneStatement(tx: Tx, taking: Taking): Promise<Balance | undefined> {
  const { id, user_id, kind, amount, key, reference, subject, now } = taking;
  const { rows } = await sql<Balance>`/* prepared take_credits */
    with held as materialized (
      select credits from credits
      where user_id = ${user_id} and credits >= ${amount} and (grant_due_at is null or grant_due_at > ${now})
      for update
    ), entry as (
      insert into credit_entry (id, user_id, kind, amount, balance, key, reference, subject, created_at)
      select ${id}, ${user_id}, ${kind}, ${-amount}::bigint, credits - ${amount}::bigint, ${key}, ${reference},
        ${subject}, ${now}::bigint
      from held
      on conflict (key) do nothing
      returning balance
    )
    update credits set credits = entry.balance, last_spend = ${now}
    from entry where credits.user_id = ${user_id}
    returning credits.id, user_id, credits, last_spend, last_refilled, grant_due_at`.execute(tx);
  return rows[0];
}

/** SQLite writes in no `with`; its transaction has the database to itself, and a statement costs no round trip. */
async function takeInTwo(tx: Tx, taking: Taking): Promise<Balance | undefined> {
  const { id, user_id, kind, amount, key, reference, subject, now } = taking;
  const { rows } = await sql<Balance>`
    update credits set credits = credits - ${amount}, last_spend = ${now}
    where user_id = ${user_id} and credits >= ${amount} and (grant_due_at is null or grant_due_at > ${now})
      and not exists (select 1 from credit_entry where key = ${key})
    returning id, user_id, credits, last_spend, last_refilled, grant_due_at`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  await sql`
    insert into credit_entry (id, user_id, kind, amount, balance, key, reference, subject, created_at)
    values (${id}, ${user_id}, ${kind}, ${-amount}, ${row.credits}, ${key}, ${reference}, ${subject}, ${now})`.execute(
    tx,
  );
  return row;
}

/** Selects these users' balances and holds them until the transaction ends, taken in one order everywhere so that none waits in a circle. */
export function holdBalances(tx: Tx, engine: Engine, user_ids: readonly string[]) {
  const query = tx
    .selectFrom('credits')
    .modifyFront(sql`/* prepared hold_balances */`)
    .where(engine.isAnyOf('user_id', user_ids))
    .orderBy('user_id')
    .select(balanceColumns);
  return engine.lockRow(query);
}

/** Makes balances of 0 for whoever has none. `grant_due_at` 0: the plan is still to be looked at. */
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

/** What a movement is for: the same whenever its key is. */
export const causeOf = ({
  user_id,
  kind,
  amount,
  reference,
}: Pick<NewEntry, 'user_id' | 'kind' | 'amount' | 'reference'>) =>
  `${user_id} ${kind} ${amount} ${reference}`;

/** Selects for each of these keys what it was used for, as `causeOf` has it; null where it was not. */
export function selectCauses(engine: Engine, keys: readonly string[]) {
  const wanted = engine.rowsOf(
    'wanted',
    { key: 'text' },
    keys.map((key) => ({ key })),
  );
  // Not joined: a plan that was made while there were few entries would go on reading all of them.
  return sql<{ key: string; cause: string | null }>`select /* prepared select_causes */ wanted.key,
    (select user_id || ' ' || kind || ' ' || amount || ' ' || reference
      from credit_entry where credit_entry.key = wanted.key) as cause
    from ${wanted}`;
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
const movedColumns = {
  user_id: 'text',
  credits: 'bigint',
  last_spend: 'bigint',
  last_refilled: 'bigint',
  grant_due_at: 'bigint',
} as const;

/** Write entries, and the balances that are their sums. */
export function movementWrites(
  engine: Engine,
  entries: readonly NewEntry[],
  balances: readonly Balance[],
): Statement[] {
  const names = sql.join(Object.keys(entryColumns).map((name) => sql.ref(name)));
  return [
    sql`/* prepared write_entries */ insert into credit_entry (${names})
      select ${names} from ${engine.rowsOf('added', entryColumns, entries)}`,
    sql`/* prepared write_balances */ update credits set credits = moved.credits, last_spend = moved.last_spend,
      last_refilled = moved.last_refilled, grant_due_at = moved.grant_due_at
      from ${engine.rowsOf('moved', movedColumns, balances)} where credits.user_id = moved.user_id`,
  ];
}

/** What entries of a reference took and no reversal gave back yet, oldest first. */
export function selectTaken(tx: Tx, reference: string) {
  return tx
    .selectFrom('credit_entry as taken')
    .where('taken.reference', '=', reference)
    .where('taken.kind', 'in', ['vote', 'request'])
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
    .select(['taken.user_id', 'taken.amount', 'taken.key', 'taken.subject'])
    .execute();
}

/** What these users still owe, oldest first. */
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

/** Writes what is still owed. */
export function debtWrite(engine: Engine, debts: readonly Debt[]): Statement {
  const rows = engine.rowsOf('settled', { key: 'text', owed: 'bigint' }, debts);
  return sql`update clawback set owed = settled.owed from ${rows} where clawback.key = settled.key`;
}

/** How much a reference gave somebody, and how much of it clawbacks have asked for that were not given back. */
export async function selectGiven(tx: Tx, user_id: string, reference: string) {
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
        .as('asked'),
    ])
    .executeTakeFirstOrThrow();
  return { given: Number(row.given ?? 0), asked: Number(row.asked ?? 0) };
}

export function selectClawback(tx: Tx, key: string) {
  return tx.selectFrom('clawback').where('key', '=', key).selectAll().executeTakeFirst();
}

/** Every clawback of what a reference gave, oldest first: their keys end in a number that counts up. */
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

/** Nothing is owed for it any more. */
export async function closeClawback(tx: Tx, key: string, now: number): Promise<void> {
  await tx.updateTable('clawback').set({ owed: 0, reversed_at: now }).where('key', '=', key).execute();
}

/** Their plans, with since when. */
export function selectPlans(tx: Tx, engine: Engine, user_ids: readonly string[]) {
  return tx
    .selectFrom('account_status')
    .where(engine.isAnyOf('user_id', user_ids))
    .select(['user_id', 'plan_tier', 'plan_since'])
    .execute();
}

/** The key of the last grant of each of these references that has one. */
export function selectLastGrants(tx: Tx, engine: Engine, references: readonly string[]) {
  return tx
    .selectFrom('credit_entry')
    .where(engine.isAnyOf('reference', references))
    .where('kind', '=', 'grant')
    .groupBy('reference')
    .select(({ fn }) => ['reference', fn.max('key').as('key')])
    .execute();
}

export async function setGrantDue(tx: Tx, user_id: string, grant_due_at: number | null): Promise<void> {
  await tx.updateTable('credits').set({ grant_due_at }).where('user_id', '=', user_id).execute();
}

export function selectBalance(db: Db | Tx, where: { id?: string; user_id?: string }) {
  let query = db.selectFrom('credits').select(balanceColumns);
  if (where.id !== undefined) query = query.where('id', '=', where.id);
  if (where.user_id !== undefined) query = query.where('user_id', '=', where.user_id);
  return query.executeTakeFirst();
}

/** The balance of one user or of everybody, newest first. */
export function selectBalances(
  db: Db,
  page: { user_id: string | undefined; after: TimeKeys | undefined; limit: number },
) {
  let query = db.selectFrom('credits').select([...balanceColumns, 'created_at']);
  if (page.user_id !== undefined) query = query.where('user_id', '=', page.user_id);
  if (page.after) query = query.where(sql<boolean>`(created_at, id) < (${sql.join(page.after)})`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
}

export async function countBalances(db: Db, user_id: string | undefined): Promise<number> {
  let query = db.selectFrom('credits').select(({ fn }) => fn.countAll<number>().as('total'));
  if (user_id !== undefined) query = query.where('user_id', '=', user_id);
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** Whose monthly credits are due, the longest waiting first. */
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

/** A user's entries, newest first; `after` is the id of the last entry of the page before. */
export function selectEntries(
  db: Db,
  user_id: string,
  page: { after: [id: string] | undefined; limit: number },
) {
  let query = db.selectFrom('credit_entry').where('user_id', '=', user_id);
  const { after } = page;
  if (after)
    query = query.where('seq', '<', ({ selectFrom }) =>
      selectFrom('credit_entry as last')
        .where('last.id', '=', after[0])
        .where('last.user_id', '=', user_id)
        .select('last.seq'),
    );
  return query
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .select(['id', 'kind', 'amount', 'balance', 'created_at', 'subject'])
    .execute();
}

export async function countEntries(db: Db, user_id: string): Promise<number> {
  const query = db
    .selectFrom('credit_entry')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('total'));
  return Number((await query.executeTakeFirstOrThrow()).total);
}

export function selectForExport(db: Db, user_id: string) {
  return db
    .selectFrom('credit_entry')
    .where('user_id', '=', user_id)
    .orderBy('seq')
    .select(['kind', 'amount', 'balance', 'subject', 'created_at'])
    .execute();
}

/**
 * Blanks what a person's credits were spent on. Leaves the balance alone: locking it here would deadlock with calls of
 * the same person that insert rows first (a song request) and lock the balance afterwards. No further monthly credits
 * are due without a plan, and a clawback's subject is the name of a credit pack, which is not personal.
 */
export async function forgetSubjects(tx: Tx, user_id: string): Promise<void> {
  await tx.updateTable('credit_entry').set({ subject: null }).where('user_id', '=', user_id).execute();
}
