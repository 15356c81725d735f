import { type ExpressionBuilder, sql } from 'kysely';
import type { Engine } from '../../../platform/db/engine.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../../platform/db/schema.ts';
import type { PlaylistTrackTable } from '../../../platform/db/tables/playlists.ts';
import { isLive, momentOf, trackColumns } from '../../tracks/tracks.ts';
import { type Viewer, visibleTo } from '../queries.ts';

const columns = [
  'playlist_track.id',
  'playlist_track.playlist_id',
  'playlist_track.track_id',
  'playlist_track.position',
  'playlist_track.position as sort_index',
  'playlist_track.created_at',
] as const;

/** Entries of playlists that are not deleted. */
function entries(db: Db | Tx) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('playlist', 'playlist.id', 'playlist_track.playlist_id')
    .where('playlist.is_deleted', '=', 0);
}

export type EntryKeys = [playlist_id: string, position: number];

/** Whose entries: of one playlist, or of all of a user's. */
type Whose = { playlist_id: string } | { user_id: string };

/** The column that tells it, and its value. */
const ownerOf = (of: Whose) =>
  'playlist_id' in of
    ? ({ column: 'playlist_track.playlist_id', owner: of.playlist_id } as const)
    : ({ column: 'playlist.user_id', owner: of.user_id } as const);

/** A page of entries in order. */
export function selectEntries(db: Db, of: Whose, page: { after: EntryKeys | undefined; limit: number }) {
  const { after, limit } = page;
  const { column, owner } = ownerOf(of);
  let query = entries(db).select(columns).where(column, '=', owner);
  if (after)
    query = query.where(
      sql<boolean>`(playlist_track.playlist_id, playlist_track.position) > (${sql.join(after)})`,
    );
  return query
    .orderBy('playlist_track.playlist_id')
    .orderBy('playlist_track.position')
    .limit(limit)
    .execute();
}

export function countEntries(db: Db | Tx, of: Whose): Promise<number> {
  const { column, owner } = ownerOf(of);
  return countRows(entries(db).where(column, '=', owner));
}

/** One entry, if the viewer may see its playlist. */
export async function selectEntry(db: Db | Tx, id: string, viewer: Viewer) {
  const isVisible = visibleTo(viewer);
  const rows = await entries(db)
    .where('playlist_track.id', '=', id)
    .where((eb) => isVisible(eb as unknown as ExpressionBuilder<Schema, 'playlist'>))
    .select(columns)
    .execute();
  return rows[0];
}

/** The playlist of an entry, if it belongs to the user. */
export async function selectPlaylistOf(db: Db, id: string, user_id: string): Promise<string | undefined> {
  const row = await entries(db)
    .where('playlist_track.id', '=', id)
    .where('playlist.user_id', '=', user_id)
    .select('playlist_track.playlist_id')
    .executeTakeFirst();
  return row?.playlist_id;
}

/** An entry of a locked playlist. */
export function selectLockedEntry(tx: Tx, playlist_id: string, by: { id: string } | { track_id: string }) {
  const query = tx
    .selectFrom('playlist_track')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .select(columns);
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('track_id', '=', by.track_id)
  ).executeTakeFirst();
}

/** The ids of a playlist's entries, in order. */
export async function selectOrder(tx: Tx, playlist_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('playlist_track')
    .where('playlist_id', '=', playlist_id)
    .orderBy('position')
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

/** 1 for a joined `track` that is live. */
const liveFlag = (now: number) =>
  sql<number>`case when ${isLive(momentOf(now))} then 1 else 0 end`.as('live');

/** All entries of a playlist in order, each with its track, live or not. */
export function selectPlaylistEntries(db: Db, now: number, playlist_id: string) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .select(trackColumns)
    .select(['playlist_track.id as entry_id', 'playlist_track.position', liveFlag(now)])
    .orderBy('playlist_track.position')
    .execute();
}

/** The first live tracks of a playlist, in order, with the time when each was added. */
export function selectFirstTracks(db: Db, now: number, playlist_id: string, limit: number) {
  return db
    .selectFrom('playlist_track')
    .crossJoin('track')
    .whereRef('track.id', '=', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .where(isLive(momentOf(now)))
    .select(trackColumns)
    .select('playlist_track.created_at as added_at')
    .orderBy('playlist_track.position')
    .limit(limit)
    .execute();
}

const ENTRY = {
  ...({ id: 'text', playlist_id: 'text', track_id: 'text' } as const),
  ...({ position: 'bigint', created_at: 'bigint' } as const),
};

export async function insertEntries(tx: Tx, engine: Engine, rows: PlaylistTrackTable[]): Promise<void> {
  const names = sql.join(Object.keys(ENTRY).map((name) => sql.ref(name)));
  await sql`insert into playlist_track (${names}) select ${names} from ${engine.rowsOf('added', ENTRY, rows)}`.execute(
    tx,
  );
}

/** Moves the entries from position `first` to `last` by one place. */
export async function shiftPositions(
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

/** The entries of a playlist, in order, also those whose tracks are no longer live. */
export function selectAllEntries(tx: Tx, now: number, playlist_id: string) {
  return tx
    .selectFrom('playlist_track')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .selectAll('playlist_track')
    .select(liveFlag(now))
    .orderBy('playlist_track.position')
    .execute();
}
