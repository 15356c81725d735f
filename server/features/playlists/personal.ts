import type { Activity } from 'contract/features/accounts/personal-data.ts';
import { sql } from 'kysely';
import { inBatches } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { playlistColumns } from './queries.ts';

export const playlistData: PersonalData = {
  name: 'playlists',
  activity: (user_id) => sql<Activity>`
    select id, 'playlist' as kind, created_at, id as subject_id, name as subject, cast(null as text) as artist
    from playlist where user_id = ${user_id} and is_deleted = 0`,
  export: (db, user_id) => inBatches(exportedPlaylists(db, user_id), PLAYLISTS_AT_ONCE),
  erase: deletePlaylists,
};

/** A playlist may hold a thousand tracks. */
const PLAYLISTS_AT_ONCE = 20;

/** Selects a user's playlists after another one, each with its tracks. */
function exportedPlaylists(db: Db, user_id: string) {
  const own = db.selectFrom('playlist').where('user_id', '=', user_id).select(playlistColumns);
  return async (last: { created_at: number; id: string } | undefined, limit: number) => {
    const after = sql<boolean>`(created_at, id) > (${last?.created_at}, ${last?.id})`;
    const playlists = await (last ? own.where(after) : own)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    if (playlists.length === 0) return [];
    const ids = playlists.map(({ id }) => id);
    const tracks = Map.groupBy(await selectTracksOf(db, ids), (link) => link.playlist_id);
    return playlists.map(({ user_id: _, is_deleted, ...playlist }) => ({
      ...playlist,
      is_deleted: is_deleted === 1,
      tracks: (tracks.get(playlist.id) ?? []).map(({ playlist_id: _, ...track }) => track),
    }));
  };
}

function selectTracksOf(db: Db, playlist_ids: string[]) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', 'in', playlist_ids)
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
  await tx
    .deleteFrom('playlist_word')
    .where('playlist_id', 'in', (eb) =>
      eb.selectFrom('playlist').where('user_id', '=', user_id).select('playlist.id'),
    )
    .execute();
  await tx
    .deleteFrom('playlist_card')
    .where('playlist_id', 'in', (eb) =>
      eb.selectFrom('playlist').where('user_id', '=', user_id).select('playlist.id'),
    )
    .execute();
  await tx.deleteFrom('playlist').where('user_id', '=', user_id).execute();
}
