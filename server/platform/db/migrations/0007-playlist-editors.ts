import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/**
 * Playlists that several people edit, in an order of fractional keys. Servers of the version before go on writing
 * `position`: the entries that they add come last until this version next changes the order.
 */
export const playlistEditors = ({ kind }: Engine): Migration => ({
  async up(db) {
    const byCodePoint = sql.raw(kind === 'postgres' ? ' collate "C"' : '');
    await sql`alter table playlist_track add column order_key text${byCodePoint} not null default '~'`.execute(
      db,
    );
    await sql`alter table playlist_track add column added_by text references "user" (id)`.execute(db);
    await sql`update playlist_track set order_key = cast(500000 + position as text),
      added_by = (select user_id from playlist where playlist.id = playlist_track.playlist_id)`.execute(db);
    await sql`create index playlist_track_in_order on playlist_track (playlist_id, order_key, position, id)`.execute(
      db,
    );
    await sql`create index playlist_track_by_adder on playlist_track (added_by, id)`.execute(db);
    await sql`create table playlist_editor (
      playlist_id text not null references playlist (id) on delete cascade,
      user_id text not null references "user" (id),
      invited_at bigint not null,
      since bigint,
      constraint playlist_editor_key primary key (playlist_id, user_id)
    )`.execute(db);
    await sql`create index playlist_editor_by_user on playlist_editor (user_id, since)`.execute(db);
    await sql`create table playlist_link (
      playlist_id text primary key references playlist (id) on delete cascade,
      token_hash text not null,
      uses_left integer not null,
      expires_at bigint not null
    )`.execute(db);
  },
});
