import type { Activity } from 'contract/features/accounts/personal-data.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';

/** A user's part in what is made: the lamps that they lit, and the songs that came of their requests and votes. */
export async function countPart(db: Db, user_id: string): Promise<{ lamps: number; songs: number }> {
  const backed = db
    .selectFrom('backer')
    .innerJoin('song_request', 'song_request.id', 'backer.request_id')
    .where('backer.user_id', '=', user_id)
    .where('song_request.refunded_at', 'is', null)
    .select([
      sql<number>`coalesce(sum(backer.votes), 0)`.as('lamps'),
      // Their own requests are counted below.
      sql<number>`coalesce(sum(case when song_request.released = 1 and song_request.user_id is distinct from ${user_id}
        then 1 else 0 end), 0)`.as('songs'),
    ]);
  const made = db
    .selectFrom('song_request')
    .where('user_id', '=', user_id)
    .where('released', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('songs'));
  const [[part], [own]] = await Promise.all([backed.execute(), made.execute()]);
  return { lamps: Number(part!.lamps), songs: Number(part!.songs) + Number(own!.songs) };
}

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
  }),
  erase: async () => {},
};
