import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { PlayQueueTable } from '../../platform/db/tables/opensubsonic.ts';
import { liveTracks, liveTracksAmong, momentOf, trackColumns } from '../tracks/tracks.ts';

/** What identifies an album: an artist's songs of a year. */
export interface AlbumKey {
  artist_slug: string;
  year: string;
}

const year = sql<string>`substr(track.release_date, 1, 4)`;

/** Albums in the order of artist and year, or those of these artists. An index has this order. */
export async function selectAlbums(
  db: Db,
  now: number,
  page: { artists?: readonly string[]; after?: AlbumKey | undefined; offset?: number; limit: number },
) {
  const { artists, after, offset = 0, limit } = page;
  if (artists?.length === 0) return [];
  let query = liveTracks(db, momentOf(now));
  if (artists) query = query.where('track.artist_slug', 'in', artists);
  if (after)
    query = query
      // The index begins with the artist; a row value alone would not use it everywhere.
      .where('track.artist_slug', '>=', after.artist_slug)
      .where(sql<boolean>`(track.artist_slug, ${year}) > (${after.artist_slug}, ${after.year})`);
  const rows = await query
    .groupBy(['track.artist_slug', year])
    .select(({ fn }) => [
      'track.artist_slug',
      year.as('year'),
      fn.max('track.display_artist').as('artist'),
      fn.max('track.genre').as('genre'),
      fn.countAll<number>().as('songs'),
      fn.sum<number>('track.duration_seconds').as('seconds'),
      fn.min('track.created_at').as('created_at'),
    ])
    .orderBy('track.artist_slug')
    .orderBy(year)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    ...row,
    songs: Number(row.songs),
    seconds: Number(row.seconds),
    created_at: Number(row.created_at),
  }));
}

export type Album = Awaited<ReturnType<typeof selectAlbums>>[number];

/** Songs of these parts of the catalogue, in this order. */
export interface SongPart {
  artist?: string;
  year?: string;
  genres?: readonly string[];
  /** Years, the first and the last. */
  years?: readonly [string, string];
}
export type SongOrder = 'release' | 'latest release' | 'popular' | 'newest';

const ORDERS: Record<SongOrder, RawBuilder<unknown>> = {
  release: sql`track.release_date, track.id`,
  'latest release': sql`track.release_date desc, track.id desc`,
  popular: sql`track.popularity desc, track.created_at desc, track.id desc`,
  newest: sql`track.created_at desc, track.id desc`,
};

function songsOf(db: Db, now: number, { artist, year: of, genres, years }: SongPart) {
  let query = liveTracks(db, momentOf(now));
  if (artist !== undefined) query = query.where('track.artist_slug', '=', artist);
  if (of !== undefined) query = query.where(year, '=', of);
  if (genres) query = query.where('track.genre', 'in', genres.length > 0 ? genres : ['']);
  if (years)
    query = query
      .where('track.release_date', '>=', years[0])
      .where('track.release_date', '<', `${years[1]}~`);
  return query;
}

export function selectSongs(
  db: Db,
  now: number,
  { order, limit, offset = 0, ...part }: SongPart & { order: SongOrder; limit: number; offset?: number },
) {
  return songsOf(db, now, part)
    .select(trackColumns)
    .orderBy(ORDERS[order])
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The albums of the first songs of an order, each once. */
export async function selectAlbumKeys(
  db: Db,
  now: number,
  { order, limit, ...part }: SongPart & { order: SongOrder; limit: number },
): Promise<AlbumKey[]> {
  return songsOf(db, now, part)
    .select(['track.artist_slug', year.as('year')])
    .orderBy(ORDERS[order])
    .limit(limit)
    .execute();
}

/** Songs in the order of their ids. */
export function selectSongsById(
  db: Db,
  now: number,
  { after, offset = 0, limit }: { after?: string | undefined; offset?: number; limit: number },
) {
  let query = liveTracksAmong(db, momentOf(now)).select(trackColumns);
  if (after !== undefined) query = query.where('track.id', '>', after);
  return query.orderBy('track.id').limit(limit).offset(offset).execute();
}

/** The cover of the first song that has one. */
export async function selectCover(db: Db, now: number, part: SongPart): Promise<string | null | undefined> {
  const row = await songsOf(db, now, part)
    .where('track.cover_image_url', 'is not', null)
    .select('track.cover_image_url')
    .orderBy(ORDERS.release)
    .limit(1)
    .executeTakeFirst();
  return row?.cover_image_url;
}

/** Artists in the order of their slugs. */
export function selectArtistPage(
  db: Db,
  { after, offset = 0, limit }: { after?: string | undefined; offset?: number; limit: number },
) {
  let query = db.selectFrom('artist').where('tracks', '>', 0).select(['slug', 'name']);
  if (after !== undefined) query = query.where('slug', '>', after);
  return query.orderBy('slug').limit(limit).offset(offset).execute();
}

/** How many albums these artists have, or all up to this slug. */
export async function countAlbums(
  db: Db,
  now: number,
  artists: readonly string[] | { upTo: string },
): Promise<Map<string, number>> {
  const rows = await liveTracks(db, momentOf(now))
    .where((eb) =>
      'upTo' in artists
        ? eb('track.artist_slug', '<=', artists.upTo)
        : eb('track.artist_slug', 'in', artists),
    )
    .groupBy('track.artist_slug')
    .select(['track.artist_slug', sql<number>`count(distinct ${year})`.as('albums')])
    .execute();
  return new Map(rows.map(({ artist_slug, albums }) => [artist_slug, Number(albums)]));
}

export async function selectPlayQueue(db: Db, user_id: string) {
  return db.selectFrom('play_queue').where('user_id', '=', user_id).selectAll().executeTakeFirst();
}

export async function upsertPlayQueue(db: Db, { user_id, ...queue }: PlayQueueTable): Promise<void> {
  await db
    .insertInto('play_queue')
    .values({ user_id, ...queue })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(queue))
    .execute();
}
