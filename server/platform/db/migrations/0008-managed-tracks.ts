import type { Migration } from 'kysely/migration';

/** The list of tracks in every state, the newest first. */
export const managedTracks = (): Migration => ({
  async up(db) {
    await db.schema
      .createIndex('track_by_age_in_any_state')
      .on('track')
      .columns(['created_at desc', 'id desc'])
      .execute();
  },
});
