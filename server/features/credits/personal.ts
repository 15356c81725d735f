import { randomUUID } from 'node:crypto';
import { inBatches } from '../../platform/db/batches.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { insertBalances, selectBalance, setGrantDue } from './balance-queries.ts';
import { exportedEntries } from './entry-list-queries.ts';
import { firstDue } from './monthly.ts';

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
