import { randomUUID } from 'node:crypto';
import type { CreditKind } from 'contract/features/credits.ts';
import type { Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { inBatches } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';
import type { Collect, Library } from '../../platform/metrics/metrics.ts';
import { insertBalances, selectBalance, setGrantDue } from './balance-queries.ts';
import { exportedEntries, selectEntries } from './entry-queries.ts';
import { firstDue } from './monthly.ts';

/**
 * Credits move only through this feature, always in the transaction of what they pay for and always together with
 * their entry in the ledger. A caller that also locks rows of its own locks those first and calls these functions
 * last: balances are locked last everywhere, so that transactions cannot deadlock.
 */
export { adjust, balanceOf, grantDue, grantMonthly, setPlanPaid } from './balance.ts';
export { creditChecks } from './checks.ts';
export { setClawedBack } from './clawback.ts';
export type { Grant, Spend } from './monthly.ts';
export { grant, reverse, spend } from './spend.ts';

/** Last entry of a user's credits; undefined if there is none. */
export const lastEntry = async (db: Db, user_id: string) =>
  (await selectEntries(db, user_id, { after: undefined, limit: 1 }))[0];

/**
 * A person's balance and ledger entries. They outlive the account, so that sums and payments can still be checked:
 * they name only the id of the deleted account, and what the credits were for is blanked.
 */
export const creditData: PersonalData = {
  name: 'credits',
  export: async (db, user_id) => ({
    balance: (await selectBalance(db, { user_id }))?.credits ?? 0,
    entries: inBatches(exportedEntries(db, user_id)),
  }),
  erase: eraseSubjects,
  // The monthly credits of a new plan are due at once.
  planStarted: async (tx, user_id, tier, now) => {
    const grant_due_at = firstDue(tier, now);
    await insertBalances(tx, [{ id: randomUUID(), user_id, grant_due_at, now }]);
    await setGrantDue(tx, user_id, grant_due_at);
  },
};

/**
 * Blanks what a person's credits were spent on. Leaves the balance alone: locking it here would deadlock with calls of
 * the same person that insert rows first (a song request) and lock the balance afterwards. No further monthly credits
 * are due without a plan, and a clawback's subject is the name of a credit pack, which is not personal.
 */
async function eraseSubjects(tx: Tx, user_id: string): Promise<void> {
  await tx.updateTable('credit_entry').set({ subject: null }).where('user_id', '=', user_id).execute();
}

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

/** Counts the entries of the ledger. */
export function creditMetrics(c: Context, { Counter }: Library, register: Registry): Collect {
  const entries = new Counter({
    name: 'ovation_credit_entries_total',
    help: 'Entries of the ledger since this server started, on all servers.',
    labelNames: ['kind'],
    registers: [register],
  });
  const credits = new Counter({
    name: 'ovation_credits_total',
    help: 'Credits that were added or charged since this server started, on all servers.',
    labelNames: ['kind', 'direction'],
    registers: [register],
  });
  const movements = creditMovements(c);
  return async () => {
    for (const { kind, amount } of await movements()) {
      entries.inc({ kind });
      credits.inc({ kind, direction: amount < 0 ? 'out' : 'in' }, Math.abs(amount));
    }
  };
}
