import type { Migration } from 'kysely/migration';

/** Charts with their history, and the indexes from which they are computed. */
export const charts = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('chart_entry')
      .addColumn('chart', 'text', (c) => c.notNull())
      .addColumn('genre', 'text', (c) => c.notNull())
      .addColumn('week', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('plays', 'integer', (c) => c.notNull())
      .addColumn('listeners', 'integer')
      .addColumn('before', 'integer')
      .addColumn('previous', 'integer')
      .addColumn('weeks', 'integer', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('chart_entry_key', ['chart', 'genre', 'week', 'position'])
      .execute();
    await db.schema
      .createIndex('chart_entry_by_track')
      .on('chart_entry')
      .columns(['track_id', 'chart', 'genre', 'week', 'weeks'])
      .execute();
    await db.schema
      .createIndex('play_event_by_track_and_age')
      .on('play_event')
      .columns(['track_id', 'created_at', 'listener'])
      .execute();
    await db.schema
      .createIndex('track_by_plays')
      .on('track')
      .columns(['is_deleted', 'plays desc', 'id desc'])
      .execute();
    await db.schema
      .createIndex('track_by_genre_parent_and_plays')
      .on('track')
      .columns(['is_deleted', 'genre_parent', 'plays desc', 'id desc'])
      .execute();
  },
});
