import { sql } from 'kysely';
import type { PersonalData } from './personal-data.ts';

/** Events of the account itself: it was created; its password, profile or plan changed. */
export const accountEventData: PersonalData = {
  name: 'account_events',
  activity: (user_id) => sql`
    select id, kind, created_at, cast(null as text) as subject_id, detail as subject, cast(null as text) as artist
    from account_event where user_id = ${user_id}`,
  export: (db, user_id) =>
    db
      .selectFrom('account_event')
      .where('user_id', '=', user_id)
      .select(['kind', 'detail', 'created_at'])
      .orderBy('created_at')
      .execute(),
  erase: async (tx, user_id) => {
    await tx.deleteFrom('account_event').where('user_id', '=', user_id).execute();
  },
};
