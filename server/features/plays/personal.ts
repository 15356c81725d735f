import { randomUUID } from 'node:crypto';
import type { Activity } from 'contract/personal-data.ts';
import { sql } from 'kysely';
import { inBatches } from '../../platform/db/lists.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { exportedPlays } from './queries.ts';

export const playData: PersonalData = {
  name: 'plays',
  // A withdrawn track keeps its title but can no longer be opened.
  activity: (user_id) => sql<Activity>`
    select play_event.id as id, 'play' as kind, play_event.created_at as created_at,
      case when track.is_deleted = 0 then track.id end as subject_id,
      track.title as subject, track.display_artist as artist
    from play_event join track on track.id = play_event.track_id
    where play_event.user_id = ${user_id}`,
  export: (db, user_id) => inBatches(exportedPlays(db, user_id)),
  // The play stays, since the track's popularity depends on it.
  erase: async (tx, user_id) => {
    await tx
      .updateTable('play_event')
      .set({ user_id: null, listener: `gone:${randomUUID()}` })
      .where('user_id', '=', user_id)
      .execute();
  },
};
