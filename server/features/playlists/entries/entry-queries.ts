import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { Engine } from '../../../platform/db/engine.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../../platform/db/schema.ts';
import type { PlaylistTrackTable } from '../../../platform/db/tables/playlists.ts';
import { isLive, momentOf, trackColumns } from '../../tracks/tracks.ts';
import { editedBy, type Viewer, visibleTo } from '../queries.ts';

/** The order of a playlist's entries. */
const inOrder = sql`playlist_track.order_key, playlist_track.position, playlist_track.id`;

/** Number of its playlist's entries before an entry. */
const position = sql<number>`cast((select count(*) from playlist_track as one
  where one.playlist_id = playlist_track.playlist_id
    and (one.order_key, one.position, one.id) < (${inOrder})) as integer)`;

const columns = [
  'playlist_track.id',
  'playlist_track.playlist_id',
  'playlist_track.track_id',
  'playlist_track.created_at',
] as const;

/** Entries of playlists that are not deleted. */
function entries(db: Db | Tx) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('playlist', 'playlist.id', 'playlist_track.playlist_id')
    .where('playlist.is_deleted', '=', 0);
}

export type EntryKeys = [playlist_id: string, order_key: string, placed: number, id: string];

/** Owner of entries: one playlist, or all of a user's. */
type Whose = { playlist_id: string } | { user_id: string };

/** The column that tells it, and its value. */
const ownerOf = (of: Whose) =>
  'playlist_id' in of
    ? ({ column: 'playlist_track.playlist_id', owner: of.playlist_id } as const)
    : ({ column: 'playlist.user_id', owner: of.user_id } as const);

/** A page of entries in order. Positions are counted once a page: for each row, the database would count all before it. */
export async function selectEntries(
  db: Db,
  of: Whose,
  page: { after: EntryKeys | undefined; limit: number },
) {
  const { after, limit } = page;
  const { column, owner } = ownerOf(of);
  let query = entries(db)
    .select(columns)
    .select(['playlist_track.order_key', 'playlist_track.position as placed'])
    .where(column, '=', owner);
  if (after)
    query = query.where(sql<boolean>`(playlist_track.playlist_id, ${inOrder}) > (${sql.join(after)})`);
  const rows = await query.orderBy('playlist_track.playlist_id').orderBy(inOrder).limit(limit).execute();
  const [first] = rows;
  let before = first && after?.[0] === first.playlist_id ? await countBefore(db, first) : 0;
  return rows.map((row, at) => {
    if (at > 0 && rows[at - 1]!.playlist_id !== row.playlist_id) before = 0;
    return { ...row, ...placeOf(before++) };
  });
}

const placeOf = (position: number) => ({ position, sort_index: position });

/** Number of its playlist's entries before an entry. */
function countBefore(
  db: Db,
  {
    playlist_id,
    order_key,
    placed,
    id,
  }: { playlist_id: string; order_key: string; placed: number; id: string },
): Promise<number> {
  return countRows(
    db
      .selectFrom('playlist_track')
      .where('playlist_id', '=', playlist_id)
      .where(sql<boolean>`(${inOrder}) < (${order_key}, ${placed}, ${id})`),
  );
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
    .select(position.as('position'))
    .execute();
  return rows[0] && { ...rows[0], ...placeOf(rows[0].position) };
}

/** The playlist of an entry, if the user edits it. */
export async function selectPlaylistOf(db: Db, id: string, user_id: string): Promise<string | undefined> {
  const isEdited = editedBy(user_id);
  const row = await entries(db)
    .where('playlist_track.id', '=', id)
    .where((eb) => isEdited(eb as unknown as ExpressionBuilder<Schema, 'playlist'>))
    .select('playlist_track.playlist_id')
    .executeTakeFirst();
  return row?.playlist_id;
}

/** A playlist's entries with their keys, in order. */
export function selectOrder(tx: Tx, playlist_id: string) {
  return tx
    .selectFrom('playlist_track')
    .where('playlist_id', '=', playlist_id)
    .orderBy(inOrder)
    .select(['id', 'playlist_id', 'track_id', 'order_key', 'created_at'])
    .execute();
}

/** @returns whether the playlist had it. */
export async function deleteEntry(tx: Tx, playlist_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('playlist_track')
    .where('id', '=', id)
    .where('playlist_id', '=', playlist_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** 1 for a joined `track` that is live. */
const liveFlag = (now: number) =>
  sql<number>`case when ${isLive(momentOf(now))} then 1 else 0 end`.as('live');

/** The name of who added an entry. A suspended member is out of sight. */
const adder = sql<string | null>`(select username from "user" where "user".id = playlist_track.added_by
  and "user".suspended_at is null)`;

/** All entries of a playlist in order, each with its track, live or not. */
export function selectPlaylistEntries(db: Db, now: number, playlist_id: string) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .select(trackColumns)
    .select(['playlist_track.id as entry_id', adder.as('added_by'), liveFlag(now)])
    .orderBy(inOrder)
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
    .orderBy(inOrder)
    .limit(limit)
    .execute();
}

const ENTRY = {
  ...({ id: 'text', playlist_id: 'text', track_id: 'text', order_key: 'text', added_by: 'text' } as const),
  ...({ position: 'bigint', created_at: 'bigint' } as const),
};

export async function insertEntries(
  tx: Tx,
  engine: Engine,
  rows: (Insertable<PlaylistTrackTable> & { order_key: string })[],
): Promise<void> {
  const names = sql.join(Object.keys(ENTRY).map((name) => sql.ref(name)));
  await sql`insert into playlist_track (${names}) select ${names} from ${engine.rowsOf('added', ENTRY, rows)}`.execute(
    tx,
  );
}

/** Gives entries of one playlist these keys. */
export async function updateKeys(
  tx: Tx,
  engine: Engine,
  rows: { id: string; order_key: string }[],
): Promise<void> {
  await sql`update playlist_track set order_key = moved.order_key
    from ${engine.rowsOf('moved', { id: 'text', order_key: 'text' }, rows)} where playlist_track.id = moved.id`.execute(
    tx,
  );
}

/** The entries of a playlist, in order, also those whose tracks are no longer live. */
export function selectAllEntries(tx: Tx, now: number, playlist_id: string) {
  return tx
    .selectFrom('playlist_track')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', '=', playlist_id)
    .selectAll('playlist_track')
    .select(liveFlag(now))
    .orderBy(inOrder)
    .execute();
}
