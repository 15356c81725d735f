import type { Migration } from 'kysely/migration';

/** The words of tracks that have any, apart from `track`, whose rows lists read by the hundred. */
export const lyrics = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('lyrics')
      .addColumn('track_id', 'text', (c) => c.primaryKey().references('track.id'))
      .addColumn('text', 'text', (c) => c.notNull())
      .execute();
  },
});
