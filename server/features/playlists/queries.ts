import type { ExpressionBuilder } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { PlaylistTable } from '../../platform/db/tables/playlists.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';

export const playlistColumns = [
  'playlist.id',
  'playlist.user_id',
  'playlist.name',
  'playlist.description',
  'playlist.privacy',
  'playlist.cover_image_url',
  'playlist.is_deleted',
  'playlist.created_at',
  'playlist.updated_at',
] as const;

/** The caller; null for a visitor. */
export type Viewer = { id: string; plan_tier: string } | null;

/** Condition: the playlist is public, and its owner is not suspended. */
export const isPublic = ({ eb, and, not, exists }: ExpressionBuilder<Schema, 'playlist'>) =>
  and([
    eb('playlist.privacy', '=', 'public'),
    not(
      exists(
        eb
          .selectFrom('user')
          .whereRef('user.id', '=', 'playlist.user_id')
          .where('user.suspended_at', 'is not', null)
          .select('user.id'),
      ),
    ),
  ]);

/** Condition: the viewer may see the playlist. Their own, public ones, and all for an admin. */
export function visibleTo(viewer: Viewer) {
  return (eb: ExpressionBuilder<Schema, 'playlist'>) =>
    viewer?.plan_tier === 'admin'
      ? eb.lit(true)
      : eb.or([isPublic(eb), ...(viewer ? [eb('playlist.user_id', '=', viewer.id)] : [])]);
}

function ownedBy(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('playlist')
    .where('playlist.user_id', '=', user_id)
    .where('playlist.is_deleted', '=', 0);
}

/** A page of a user's playlists, newest first, without columns. */
export const selectOwnPage = (db: Db, user_id: string, page: TimePage) =>
  newestFirst(ownedBy(db, user_id), 'playlist', page);

/** A user's playlists, newest first, each with its entry of the track, if it has one. */
export function selectChoices(db: Db, user_id: string, track_id: string, page: TimePage) {
  return selectOwnPage(db, user_id, page)
    .leftJoin('playlist_track', (join) =>
      join
        .onRef('playlist_track.playlist_id', '=', 'playlist.id')
        .on('playlist_track.track_id', '=', track_id),
    )
    .select([
      'playlist.id',
      'playlist.name',
      'playlist.privacy',
      'playlist.created_at',
      'playlist_track.id as playlist_track_id',
    ])
    .execute();
}

export const countOwn = (db: Db | Tx, user_id: string) => countRows(ownedBy(db, user_id));

/**
 * Locks a user's playlist, deleted or not, until the transaction ends. Every change of the playlist or of its order
 * takes this lock.
 */
export function lockPlaylist(tx: Tx, engine: Engine, own: { id: string; user_id: string }) {
  const query = tx
    .selectFrom('playlist')
    .where('playlist.id', '=', own.id)
    .where('playlist.user_id', '=', own.user_id)
    .select(['playlist.id', 'playlist.is_deleted']);
  return engine.lockRow(query).executeTakeFirst();
}

/** Marks that the entries of a playlist changed, so that its stored card is outdated. */
export async function touchEntries(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('playlist')
    .set((eb) => ({ updated_at: now, entries_version: eb('entries_version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function updatePlaylist(
  tx: Tx,
  id: string,
  changes: Partial<Omit<PlaylistTable, 'id' | 'user_id' | 'created_at' | 'entries_version'>>,
): Promise<void> {
  await tx.updateTable('playlist').set(changes).where('id', '=', id).execute();
}
