import type { CreditKind } from 'contract/credits.ts';
import type { Context } from '../../context.ts';

/** Entries read at once. */
const LIMIT = 10_000;
/** On PostgreSQL, an entry can become visible after one with a higher number; by then all have. ms. */
const SETTLED_MS = 10_000;

/**
 * Follows the ledger from now on, for metrics.
 * @returns a function that reads the entries since its last call, oldest first.
 */
export function creditMovements({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  let last: number | undefined;
  return async (): Promise<{ kind: CreditKind; amount: number }[]> => {
    if (last === undefined) {
      const newest = db.selectFrom('credit_entry').select('seq').orderBy('seq', 'desc').limit(1);
      last = (await newest.executeTakeFirst())?.seq ?? 0;
    }
    const rows = await db
      .selectFrom('credit_entry')
      .where('seq', '>', last)
      .select(['seq', 'kind', 'amount', 'created_at'])
      .orderBy('seq')
      .limit(LIMIT)
      .execute();
    const unsettled = rows.findIndex(({ created_at }) => created_at > clock() - SETTLED_MS);
    const settled = unsettled === -1 ? rows : rows.slice(0, unsettled);
    last = settled.at(-1)?.seq ?? last;
    return settled;
  };
}
