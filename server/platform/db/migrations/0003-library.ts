import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Saved tracks, playlists and their entries. */
export const library = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('saved_track')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('saved_track_once', ['user_id', 'track_id'])
      .execute();
    await db.schema
      .createIndex('saved_track_by_user')
      .on('saved_track')
      .columns(['user_id', 'created_at desc', 'id desc', 'track_id'])
      .execute();

    await db.schema
      .createTable('playlist')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('name', 'text', (c) => c.notNull().check(sql`name <> ''`))
      .addColumn('description', 'text')
      .addColumn('privacy', 'text', (c) => c.notNull().check(sql`privacy in ('public', 'private')`))
      .addColumn('cover_image_url', 'text')
      .addColumn('is_deleted', 'integer', (c) => c.notNull().defaultTo(0).check(sql`is_deleted in (0, 1)`))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('playlist_by_user')
      .on('playlist')
      .columns(['user_id', 'is_deleted', 'created_at desc', 'id desc'])
      .execute();

    await db.schema
      .createTable('playlist_track')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('playlist_id', 'text', (c) => c.notNull().references('playlist.id'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('position', 'integer', (c) => c.notNull().check(sql`position >= 0`))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('playlist_track_once', ['playlist_id', 'track_id'])
      .execute();
    await db.schema
      .createIndex('playlist_track_by_position')
      .on('playlist_track')
      .columns(['playlist_id', 'position', 'track_id'])
      .execute();

    // Imports find tracks by title and artist. Cut, because PostgreSQL limits the size of indexed text.
    await sql`create index track_by_name on track (substr(search_text, 1, 200))`.execute(db);
  },
});
