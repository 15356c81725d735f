import { sql } from 'kysely';
import type { Engine, Statement } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { CreditEntryTable } from '../../platform/db/tables/credits.ts';
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

/** For each key the cause it was used for, as `causeOf` writes it; null if it is unused. */
export function selectCauses(engine: Engine, keys: readonly string[]) {
  const wanted = engine.rowsOf(
    'wanted',
    { key: 'text' },
    keys.map((key) => ({ key })),
  );
  // Not a join: a plan prepared while there were few entries would keep scanning all of them.
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
const balanceColumns = {
  user_id: 'text',
  credits: 'bigint',
  last_spend: 'bigint',
  last_refilled: 'bigint',
  grant_due_at: 'bigint',
} as const;

/** Statements that write entries and the balances that are their sums. */
export function writePostings(
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
      from ${engine.rowsOf('moved', balanceColumns, balances)} where credits.user_id = moved.user_id`,
  ];
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
