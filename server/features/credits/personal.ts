import type { PersonalData } from '../../platform/personal-data.ts';
import { forgetSubjects, selectBalance, selectForExport } from './queries.ts';

/**
 * A person's balance and its movements. The ledger outlives the account: its rows name nobody but an id under which
 * nobody can be found, and stay, so that sums and payments can still be checked. What they were for is blanked.
 */
export const creditsOf: PersonalData = {
  name: 'credits',
  exported: async (db, user_id) => ({
    balance: (await selectBalance(db, { user_id }))?.credits ?? 0,
    entries: await selectForExport(db, user_id),
  }),
  forget: forgetSubjects,
};
