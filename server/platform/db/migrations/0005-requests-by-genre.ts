import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The board's requests of a genre, for searches for it. */
export const requestsByGenre = (): Migration => ({
  async up(db) {
    await sql`create index song_request_by_genre on song_request (genre, (-votes), created_at, id)
      where released = 0 and refunded_at is null and in_review = 0`.execute(db);
  },
});
