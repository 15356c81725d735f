import type { Activity } from 'contract/personal-data.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { playlistColumns } from './queries.ts';

export const playlistData: PersonalData = {
  name: 'playlists',
  activity: (user_id) => sql<Activity>`
    select id, 'playlist' as kind, created_at, id as subject_id, name as subject, cast(null as text) as artist
    from playlist where user_id = ${user_id} and is_deleted = 0`,
  export: selectForExport,
  erase: deletePlaylists,
};

async function selectForExport(db: Db, user_id: string) {
  const playlists = await db
    .selectFrom('playlist')
    .where('user_id', '=', user_id)
    .select(playlistColumns)
    .orderBy('created_at')
    .execute();
  const links = await db
    .selectFrom('playlist_track')
    .innerJoin('playlist', 'playlist.id', 'playlist_track.playlist_id')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist.user_id', '=', user_id)
    .select([
      'playlist_track.playlist_id',
      'playlist_track.track_id',
      'track.title',
      'track.display_artist',
      'playlist_track.created_at',
    ])
    .orderBy('playlist_track.playlist_id')
    .orderBy('playlist_track.position')
    .execute();
  const tracks = Map.groupBy(links, (link) => link.playlist_id);
  return playlists.map(({ user_id: _, is_deleted, ...playlist }) => ({
    ...playlist,
    is_deleted: is_deleted === 1,
    tracks: (tracks.get(playlist.id) ?? []).map(({ playlist_id: _, ...track }) => track),
  }));
}

/** Marks the playlists as deleted first: this waits for locks on them, and concurrent changes then no longer find them. */
async function deletePlaylists(tx: Tx, user_id: string): Promise<void> {
  await tx.updateTable('playlist').set({ is_deleted: 1 }).where('user_id', '=', user_id).execute();
  await tx
    .deleteFrom('playlist_track')
    .where('playlist_id', 'in', (eb) =>
      eb.selectFrom('playlist').where('user_id', '=', user_id).select('playlist.id'),
    )
    .execute();
  await tx.deleteFrom('playlist').where('user_id', '=', user_id).execute();
}
