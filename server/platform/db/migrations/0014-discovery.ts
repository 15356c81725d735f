import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tracks count their plays. Indexes for what resembles a track: by tempo, and by who saved it. */
export const discovery = (): Migration => ({
  async up(db) {
    await sql`alter table track add column plays integer not null default 0 check (plays >= 0)`.execute(db);
    await sql`update track set plays = (select count(*) from play_event where play_event.track_id = track.id)`.execute(
      db,
    );
    await db.schema
      .createIndex('track_by_genre_parent_and_tempo')
      .on('track')
      .columns(['is_deleted', 'genre_parent', 'bpm'])
      .execute();
    await db.schema
      .createIndex('saved_track_by_track')
      .on('saved_track')
      .columns(['track_id', 'created_at desc', 'user_id'])
      .execute();
  },
});
