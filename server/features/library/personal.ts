import type { Activity } from 'contract/personal-data.ts';
import { sql } from 'kysely';
import type { PersonalData } from '../accounts/accounts.ts';

export const savedTrackData: PersonalData = {
  name: 'saved_tracks',
  // A withdrawn track keeps its title but can no longer be opened.
  activity: (user_id) => sql<Activity>`
    select saved_track.id as id, 'save' as kind, saved_track.created_at as created_at,
      case when track.is_deleted = 0 then track.id end as subject_id,
      track.title as subject, track.display_artist as artist
    from saved_track join track on track.id = saved_track.track_id
    where saved_track.user_id = ${user_id}`,
  export: (db, user_id) =>
    db
      .selectFrom('saved_track')
      .innerJoin('track', 'track.id', 'saved_track.track_id')
      .where('saved_track.user_id', '=', user_id)
      .select(['saved_track.track_id', 'track.title', 'track.display_artist', 'saved_track.created_at'])
      .orderBy('saved_track.created_at')
      .execute(),
  erase: async (tx, user_id) => {
    await tx.deleteFrom('saved_track').where('user_id', '=', user_id).execute();
  },
};
