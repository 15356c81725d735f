import type { Activity } from 'contract/personal-data.ts';
import { sql } from 'kysely';
import type { PersonalData } from '../accounts/accounts.ts';

/**
 * The user's requests and votes; all votes for one request are one line of the activity. They stay after the account is deleted: others voted for these requests, and
 * counted votes stay counted. They are anonymous, since the row of a deleted account has no name.
 */
export const songRequestData: PersonalData = {
  name: 'song_requests',
  activity: (user_id) => sql<Activity>`
    select id, 'request' as kind, created_at, id as subject_id, title as subject, artist
      from song_request where user_id = ${user_id}
    union all
    select backer.request_id as id, 'vote' as kind, backer.last_voted_at as created_at,
        backer.request_id as subject_id, song_request.title as subject, song_request.artist
      from backer join song_request on song_request.id = backer.request_id
      where backer.user_id = ${user_id}`,
  export: async (db, user_id) => ({
    requests: await db
      .selectFrom('song_request')
      .where('user_id', '=', user_id)
      .select(['id', 'title', 'artist', 'genre', 'description', 'lyrics', 'votes', 'created_at'])
      .orderBy('created_at')
      .execute(),
    votes: await db
      .selectFrom('backer')
      .innerJoin('song_request', 'song_request.id', 'backer.request_id')
      .where('backer.user_id', '=', user_id)
      .select(['song_request.title', 'song_request.artist', 'backer.votes', 'backer.last_voted_at'])
      .orderBy('backer.last_voted_at')
      .execute(),
    reports: await db
      .selectFrom('request_report')
      .where('user_id', '=', user_id)
      .select(['request_id', 'reason', 'created_at', 'resolved_at'])
      .orderBy('created_at')
      .execute(),
  }),
  erase: async (tx, user_id) => {
    await tx.updateTable('request_report').set({ user_id: null }).where('user_id', '=', user_id).execute();
  },
};
