import { inBatches } from '../../platform/db/lists.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { exportedApplause } from './queries.ts';

export const applauseData: PersonalData = {
  name: 'applause',
  export: (db, user_id) => inBatches(exportedApplause(db, user_id)),
  // The counts of the track's parts stay: they name nobody.
  erase: async (tx, user_id) => {
    await tx.deleteFrom('applause').where('user_id', '=', user_id).execute();
  },
};
