import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Duplicates that an admin merged into another request. */
export const mergedRequests = (): Migration => ({
  async up(db) {
    await db.schema
      .alterTable('song_request')
      .addColumn('merged_into', 'text', (c) => c.references('song_request.id'))
      .execute();
    await sql`create index song_request_merged on song_request (merged_into) where merged_into is not null`.execute(
      db,
    );
  },
});
