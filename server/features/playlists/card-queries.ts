import { MOSAIC_SIZE } from 'contract/library-constants.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, PlaylistTable, Schema, Tx } from '../../platform/db/schema.ts';
import { isLive } from '../tracks/tracks.ts';
import { type Page, playlistColumns, selectOwnPage, type Viewer, visibleTo } from './queries.ts';

/** How many first tracks to search for covers: some may be gone, or have none. */
const COVERS_WITHIN = 3 * MOSAIC_SIZE;

const nths = Array.from({ length: MOSAIC_SIZE }, (_, nth) => nth);

type Playlists = SelectQueryBuilder<Schema, 'playlist', PlaylistTable>;

/**
 * Adds what cards show, in one query: the owner's name, the totals of the live tracks, and the first covers, each in a
 * column of its own. The totals and covers are computed for the selected playlists only.
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

export function selectOwnCards(db: Db, now: number, user_id: string, page: Page): Promise<Card[]> {
  return cards(db, now, selectOwnPage(db, user_id, page).select(playlistColumns));
}

/** A playlist, unless it is deleted or the viewer may not see it. */
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
    .select(playlistColumns);
  return (await cards(db, now, one))[0];
}

/** A playlist, deleted or not. */
export async function selectAnyCard(tx: Tx, now: number, id: string): Promise<Card> {
  const one = tx.selectFrom('playlist').where('playlist.id', '=', id).select(playlistColumns);
  return (await cards(tx, now, one))[0]!;
}
