import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Public profiles, which are off until their owners turn them on. */
export const people = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('public_profile')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await sql`create index track_by_requester_and_age on track (requester_id, created_at desc, id desc)
      where requester_id is not null`.execute(db);
    // The new index begins with the same column.
    await sql`drop index track_by_requester`.execute(db);
  },
});
