import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Moments at which the wishes of a released request are heard in its song, and the list of such songs. */
export const moments = (): Migration => ({
  async up(db) {
    await sql`alter table song_request add column moments text`.execute(db);
    await sql`create index song_request_heard on song_request (release_date desc, id desc) where released = 1`.execute(
      db,
    );
  },
});
