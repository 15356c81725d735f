import type { Migration } from 'kysely/migration';

/** An index for the list of all tracks, deleted ones included, newest first. */
export const managedTracks = (): Migration => ({
  async up(db) {
    await db.schema
      .createIndex('track_by_age_in_any_state')
      .on('track')
      .columns(['created_at desc', 'id desc'])
      .execute();
  },
});
