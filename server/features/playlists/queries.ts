import type { Activity } from 'contract/accounts.ts';
import { MOSAIC_SIZE } from 'contract/library-constants.ts';
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, PlaylistTable, Schema, Tx } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { isLive } from '../tracks/tracks.ts';

const columns = [
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

/** Covers are looked for among so many first tracks: some may be gone, or have none. */
const COVERS_WITHIN = 3 * MOSAIC_SIZE;

/** Whoever looks; null for a visitor. */
export type Viewer = { id: string; plan_tier: string } | null;

/** Playlists that the viewer may see: the own, public ones, and all for an admin. */
export function visibleTo(viewer: Viewer) {
  return ({ eb, or, lit }: ExpressionBuilder<Schema, 'playlist'>) =>
    viewer?.plan_tier === 'admin'
      ? lit(true)
      : or([
          eb('playlist.privacy', '=', 'public'),
          ...(viewer ? [eb('playlist.user_id', '=', viewer.id)] : []),
        ]);
}

type Playlists = SelectQueryBuilder<Schema, 'playlist', PlaylistTable>;

/**
 * Playlists with what their cards show, in one query: the rows first, then for these alone the name of their
 * owner, the sum over their live tracks, and the first covers, the nth in a column of its own.
 */
function asCards(db: Db | Tx, now: number, playlists: Playlists) {
  const mosaic = sql<{ playlist_id: string } & Record<`cover_${number}`, string | null>>`(
    select playlist_id, ${sql.join(
      nths.map(
        (nth) => sql`max(case when nth = ${sql.lit(nth + 1)} then cover end) as ${sql.ref(`cover_${nth}`)}`,
      ),
    )}
    from (
      select playlist_track.playlist_id, track.cover_image_url as cover, row_number() over (
        partition by playlist_track.playlist_id order by playlist_track.position) as nth
      from playlist_track cross join track
      where track.id = playlist_track.track_id and playlist_track.playlist_id in (select id from page)
        and playlist_track.position < ${sql.lit(COVERS_WITHIN)}
        and track.cover_image_url is not null and ${isLive(now)}
    ) as covers
    group by playlist_id)`.as('mosaic');
  return db
    .with('page', () => playlists)
    .selectFrom('page')
    .innerJoin('user', 'user.id', 'page.user_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('playlist_track')
          .crossJoin('track')
          .whereRef('track.id', '=', 'playlist_track.track_id')
          .where('playlist_track.playlist_id', 'in', eb.selectFrom('page').select('page.id'))
          .where(isLive(now))
          .groupBy('playlist_track.playlist_id')
          .select(({ fn }) => [
            'playlist_track.playlist_id',
            fn.countAll<number>().as('track_count'),
            fn.sum<number>('track.duration_seconds').as('total_seconds'),
          ])
          .as('totals'),
      (join) => join.onRef('totals.playlist_id', '=', 'page.id'),
    )
    .leftJoin(mosaic, (join) => join.onRef('mosaic.playlist_id', '=', 'page.id'))
    .selectAll('page')
    .select(['user.username', 'totals.track_count', 'totals.total_seconds'])
    .select(nths.map((nth) => `mosaic.cover_${nth}` as const))
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc');
}

const nths = Array.from({ length: MOSAIC_SIZE }, (_, nth) => nth);

async function cards(db: Db | Tx, now: number, playlists: Playlists) {
  const rows = await asCards(db, now, playlists).execute();
  return rows.map(({ track_count, total_seconds, ...row }) => ({
    ...row,
    track_count: Number(track_count ?? 0),
    total_seconds: Number(total_seconds ?? 0),
    covers: nths.map((nth) => row[`cover_${nth}`] ?? null).filter((cover) => cover !== null),
  }));
}

export type Card = Awaited<ReturnType<typeof cards>>[number];

function ownedBy(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('playlist')
    .where('playlist.user_id', '=', user_id)
    .where('playlist.is_deleted', '=', 0);
}

interface Page {
  after: TimeKeys | undefined;
  limit: number;
}

/** A page of somebody's own playlists, newest first. */
function ownPage(db: Db, user_id: string, { after, limit }: Page) {
  let query = ownedBy(db, user_id);
  if (after) query = query.where(sql<boolean>`(playlist.created_at, playlist.id) < (${sql.join(after)})`);
  return query.orderBy('playlist.created_at', 'desc').orderBy('playlist.id', 'desc').limit(limit);
}

export function selectOwnCards(db: Db, now: number, user_id: string, page: Page): Promise<Card[]> {
  return cards(db, now, ownPage(db, user_id, page).select(columns));
}

/** One playlist that is not deleted, if the viewer may see it. */
export async function selectCard(
  db: Db | Tx,
  now: number,
  id: string,
  viewer: Viewer,
): Promise<Card | undefined> {
  const one = db
    .selectFrom('playlist')
    .where('playlist.id', '=', id)
    .where('playlist.is_deleted', '=', 0)
    .where(visibleTo(viewer))
    .select(columns);
  return (await cards(db, now, one))[0];
}

/** An own playlist as a card, deleted or not. */
export async function selectOwnCard(tx: Tx, now: number, id: string): Promise<Card> {
  const one = tx.selectFrom('playlist').where('playlist.id', '=', id).select(columns);
  return (await cards(tx, now, one))[0]!;
}

/** Own playlists, newest first, each with the link that holds the track. */
export function selectChoices(db: Db, user_id: string, track_id: string, page: Page) {
  return ownPage(db, user_id, page)
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

export async function countOwn(db: Db | Tx, user_id: string): Promise<number> {
  const query = ownedBy(db, user_id).select(({ fn }) => fn.countAll<number>().as('total'));
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/**
 * Holds an own playlist's row until the transaction ends, deleted or not: whatever changes it or the order in it
 * does so under this lock, one after the other.
 */
export function holdPlaylist(tx: Tx, engine: Engine, own: { id: string; user_id: string }) {
  const query = tx
    .selectFrom('playlist')
    .where('playlist.id', '=', own.id)
    .where('playlist.user_id', '=', own.user_id)
    .select(['playlist.id', 'playlist.is_deleted']);
  return engine.lockRow(query).executeTakeFirst();
}

export async function insertPlaylist(tx: Tx, row: PlaylistTable): Promise<void> {
  await tx.insertInto('playlist').values(row).execute();
}

export async function updatePlaylist(
  tx: Tx,
  id: string,
  changes: Partial<Omit<PlaylistTable, 'id' | 'user_id' | 'created_at'>>,
): Promise<void> {
  await tx.updateTable('playlist').set(changes).where('id', '=', id).execute();
}

/** Playlists as activity: that they were made, for as long as they are there. */
export function playlistActivity(user_id: string) {
  return sql<Activity>`
    select id, 'playlist' as kind, created_at, id as subject_id, name as subject, cast(null as text) as artist
    from playlist where user_id = ${user_id} and is_deleted = 0`;
}

export async function selectForExport(db: Db, user_id: string) {
  const playlists = await db
    .selectFrom('playlist')
    .where('user_id', '=', user_id)
    .select(columns)
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

/** Hidden first: that waits for whoever holds one of them, and then nobody finds them any more. */
export async function deleteAllOf(tx: Tx, user_id: string): Promise<void> {
  await tx.updateTable('playlist').set({ is_deleted: 1 }).where('user_id', '=', user_id).execute();
  await tx
    .deleteFrom('playlist_track')
    .where('playlist_id', 'in', (eb) =>
      eb.selectFrom('playlist').where('user_id', '=', user_id).select('playlist.id'),
    )
    .execute();
  await tx.deleteFrom('playlist').where('user_id', '=', user_id).execute();
}
