import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the cards of playlists show is stored, instead of read from every track of every playlist. */
export const playlistCards = (): Migration => ({
  async up(db) {
    await db.schema
      .alterTable('playlist')
      .addColumn('entries_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('catalogue')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute();
    await sql`insert into catalogue (id, revision) values (1, 0)`.execute(db);
    // Without a foreign key: storing a card must not wait for a change of its playlist.
    await db.schema
      .createTable('playlist_card')
      .addColumn('playlist_id', 'text', (column) => column.primaryKey())
      .addColumn('entries_version', 'integer', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('valid_until', 'bigint')
      .addColumn('track_count', 'integer', (column) => column.notNull())
      .addColumn('total_seconds', 'integer', (column) => column.notNull())
      .addColumn('covers', 'text', (column) => column.notNull())
      .execute();
  },
});
