import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores only plays that count. An index by age serves to delete old plays of visitors. */
export const countedPlays = (): Migration => ({
  async up(db) {
    await sql`delete from play_event where counted = 0`.execute(db);
    await db.schema.dropIndex('play_event_by_listener').execute();
    await db.schema.dropIndex('play_event_by_user').execute();
    await db.schema.alterTable('play_event').dropColumn('counted').execute();
    await db.schema
      .createIndex('play_event_by_listener')
      .on('play_event')
      .columns(['track_id', 'listener', 'created_at desc'])
      .execute();
    await db.schema
      .createIndex('play_event_by_user')
      .on('play_event')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();
  },
});
