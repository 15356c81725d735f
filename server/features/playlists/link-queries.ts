import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, PlaylistTrackTable, Schema, Tx } from '../../platform/db/schema.ts';
import { isLive, trackColumns } from '../tracks/tracks.ts';
import { type Viewer, visibleTo } from './queries.ts';

const columns = [
  'playlist_track.id',
  'playlist_track.playlist_id',
  'playlist_track.track_id',
  'playlist_track.position',
  'playlist_track.position as sort_index',
  'playlist_track.created_at',
] as const;

/** Links of playlists that are not deleted. */
function links(db: Db | Tx) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('playlist', 'playlist.id', 'playlist_track.playlist_id')
    .where('playlist.is_deleted', '=', 0);
}

export type LinkKeys = [playlist_id: string, position: number];

/** A page of links in order: of one playlist, or of all of somebody's own. */
export function selectLinks(
  db: Db,
  of: { playlist_id: string } | { user_id: string },
  page: { after: LinkKeys | undefined; limit: number },
) {
  let query = links(db).select(columns);
  query =
    'playlist_id' in of
      ? query.where('playlist_track.playlist_id', '=', of.playlist_id)
      : query.where('playlist.user_id', '=', of.user_id);
  const { after } = page;
  if (after) {
    query = query.where(
      sql<boolean>`(playlist_track.playlist_id, playlist_track.position) > (${sql.join(after)})`,
    );
  }
  return query
    .orderBy('playlist_track.playlist_id')
    .orderBy('playlist_track.position')
    .limit(page.limit)
    .execute();
}

export async function countLinks(db: Db | Tx, of: { playlist_id: string } | { user_id: string }) {
  let query = links(db).select(({ fn }) => fn.countAll<number>().as('total'));
  query =
    'playlist_id' in of
      ? query.where('playlist_track.playlist_id', '=', of.playlist_id)
      : query.where('playlist.user_id', '=', of.user_id);
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** One link, if the viewer may see its playlist. */
export function selectLink(db: Db | Tx, id: string, viewer: Viewer) {
  return links(db)
    .where('playlist_track.id', '=', id)
    .where((eb) => visibleTo(viewer)(eb as unknown as ExpressionBuilder<Schema, 'playlist'>))
    .select(columns)
    .executeTakeFirst();
}

/** Which of somebody's own playlists a link is in. */
export async function playlistOfLink(db: Db, id: string, user_id: string): Promise<string | undefined> {
  const row = await links(db)
    .where('playlist_track.id', '=', id)
    .where('playlist.user_id', '=', user_id)
    .select('playlist_track.playlist_id')
    .executeTakeFirst();
  return row?.playlist_id;
}

/** A link of this playlist. */
export function findLink(tx: Tx, playlist_id: string, by: { id: string } | { track_id: string }) {
  const query = tx
    .selectFrom('playlist_track')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .select(columns);
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('track_id', '=', by.track_id)
  ).executeTakeFirst();
}

/** The ids of a playlist's links, in order. */
export async function selectOrder(tx: Tx, playlist_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('playlist_track')
    .where('playlist_id', '=', playlist_id)
    .orderBy('position')
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

/** All that is in a playlist, in order: each link with its track, whether that is live or not. */
export function selectEntries(db: Db, now: number, playlist_id: string) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .select(trackColumns)
    .select([
      'playlist_track.id as link_id',
      'playlist_track.position',
      sql<number>`case when ${isLive(now)} then 1 else 0 end`.as('live'),
    ])
    .orderBy('playlist_track.position')
    .execute();
}

export async function insertLinks(tx: Tx, rows: PlaylistTrackTable[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('playlist_track').values(rows).execute();
}

/** Moves what stands from `first` to `last` by so many places. */
export async function shift(
  tx: Tx,
  playlist_id: string,
  { first, last, by }: { first: number; last: number; by: 1 | -1 },
): Promise<void> {
  if (first > last) return;
  await tx
    .updateTable('playlist_track')
    .set((eb) => ({ position: eb('position', '+', by) }))
    .where('playlist_id', '=', playlist_id)
    .where('position', '>=', first)
    .where('position', '<=', last)
    .execute();
}

export async function setPosition(tx: Tx, id: string, position: number): Promise<void> {
  await tx.updateTable('playlist_track').set({ position }).where('id', '=', id).execute();
}

export async function deleteLink(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('playlist_track').where('id', '=', id).execute();
}
