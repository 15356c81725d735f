import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** Tracks with tags and plays, the search index, and settings. */
export const tracks = (engine: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('track')
      .addColumn('seq', engine.seqColumn as never)
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('title', 'text', (c) => c.notNull().check(sql`title <> ''`))
      .addColumn('display_artist', 'text', (c) => c.notNull().check(sql`display_artist <> ''`))
      .addColumn('duration_seconds', 'integer', (c) => c.notNull().check(sql`duration_seconds > 0`))
      .addColumn('cover_image_url', 'text')
      .addColumn('audio_url', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('is_deleted', 'integer', (c) => c.notNull().defaultTo(0).check(sql`is_deleted in (0, 1)`))
      .addColumn('release_date', 'text', (c) => c.notNull())
      .addColumn('bpm', 'double precision')
      .addColumn('musical_key', 'text')
      .addColumn('loudness_lufs', 'double precision')
      .addColumn('preview_url', 'text')
      .addColumn('waveform_json_url', 'text')
      .addColumn('provider', 'text')
      .addColumn('prompt_text', 'text')
      .addColumn('seed', 'bigint')
      .addColumn('rights_status', 'text')
      .addColumn('search_text', 'text', (c) => c.notNull())
      .addColumn('popularity', 'double precision', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('track_by_popularity')
      .on('track')
      .columns(['is_deleted', 'popularity desc', 'created_at desc', 'id desc'])
      .execute();
    await db.schema
      .createIndex('track_by_age')
      .on('track')
      // The last index alone can count all live tracks.
      .columns(['is_deleted', 'created_at desc', 'id desc', 'release_date'])
      .execute();
    await engine.createTrackSearch(db);

    await db.schema
      .createTable('tag')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('type', 'text', (c) => c.notNull().check(sql`type <> ''`))
      .addColumn('name', 'text', (c) => c.notNull().check(sql`name <> ''`))
      .addUniqueConstraint('tag_once', ['type', 'name'])
      .execute();
    await db.schema
      .createTable('track_tag')
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('tag_id', 'text', (c) => c.notNull().references('tag.id'))
      .addPrimaryKeyConstraint('track_tag_key', ['track_id', 'tag_id'])
      .execute();
    await db.schema.createIndex('track_tag_by_tag').on('track_tag').columns(['tag_id', 'track_id']).execute();

    await db.schema
      .createTable('play_event')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('user_id', 'text')
      .addColumn('listener', 'text', (c) => c.notNull())
      .addColumn('played_ms', 'integer', (c) => c.notNull().check(sql`played_ms >= 0`))
      .addColumn('counted', 'integer', (c) => c.notNull().check(sql`counted in (0, 1)`))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('play_event_by_listener')
      .on('play_event')
      .columns(['track_id', 'listener', 'counted', 'created_at desc'])
      .execute();

    await db.schema
      .createTable('setting')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();
  },
});
