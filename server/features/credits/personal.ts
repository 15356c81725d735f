import { randomUUID } from 'node:crypto';
import type { PersonalData } from '../accounts/accounts.ts';
import { firstDue } from './monthly.ts';
import { forgetSubjects, insertBalances, selectBalance, selectForExport, setGrantDue } from './queries.ts';

/**
 * A person's balance and its movements. The ledger outlives the account: its rows name nobody but an id under which
 * nobody can be found, and stay, so that sums and payments can still be checked. What they were for is blanked.
 */
export const creditData: PersonalData = {
  name: 'credits',
  export: async (db, user_id) => ({
    balance: (await selectBalance(db, { user_id }))?.credits ?? 0,
    entries: await selectForExport(db, user_id),
  }),
  erase: forgetSubjects,
  // The monthly credits of a new plan are due at once.
  planStarted: async (tx, user_id, tier, now) => {
    const grant_due_at = firstDue(tier, now);
    await insertBalances(tx, [{ id: randomUUID(), user_id, grant_due_at, now }]);
    await setGrantDue(tx, user_id, grant_due_at);
  },
};
