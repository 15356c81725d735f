import { type RawBuilder, sql } from 'kysely';
import { liveTracks, liveTracksAmong, momentOf, trackColumns } from '../../features/tracks/tracks.ts';
import { charge } from '../../platform/call-cost.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { PlayQueueTable } from '../../platform/db/tables/extensions/opensubsonic.ts';

/** Key of an album: an artist's songs of a year. */
export interface AlbumKey {
  artist_slug: string;
  year: string;
}

/** A page of a list, from an offset or, which is faster, after the row before it. */
export interface Page<Key> {
  after?: Key | undefined;
  offset?: number;
  limit: number;
}

const yearOfTrack = sql<string>`substr(track.release_date, 1, 4)`;

/** A stored count of an album without the songs that are not released yet. */
const live = (column: 'tracks' | 'seconds') =>
  sql<number>`${sql.ref(`album.${column}`)} - coalesce(${sql.ref(`scheduled.${column}`)}, 0)`;

/** Albums of which there is something to hear. */
function liveAlbums(db: Db, now: number) {
  const scheduled = db
    .selectFrom('track')
    .where('track.is_deleted', '=', 0)
    .where('track.release_date', '>', momentOf(now))
    .groupBy(['track.artist_slug', yearOfTrack])
    .select(({ fn }) => [
      'track.artist_slug',
      yearOfTrack.as('year'),
      fn.countAll<number>().as('tracks'),
      fn.sum<number>('track.duration_seconds').as('seconds'),
    ]);
  return db
    .selectFrom('album')
    .innerJoin('artist', 'artist.slug', 'album.artist_slug')
    .leftJoin(scheduled.as('scheduled'), (join) =>
      join
        .onRef('scheduled.artist_slug', '=', 'album.artist_slug')
        .onRef('scheduled.year', '=', 'album.year'),
    )
    .where(live('tracks'), '>', 0);
}

/** An album's first song, which an index finds. Its genre and time of creation are those of the album. */
const firstSong = sql<number>`(select song.seq from track as song
  where song.is_deleted = 0 and song.artist_slug = album.artist_slug
    and song.release_date >= album.year and song.release_date < album.year || '-99'
  order by song.release_date, song.id limit 1)`;

/** Albums in the order of artist and year, or those of these artists. */
export async function selectAlbums(
  db: Db,
  now: number,
  { artists, after, offset = 0, limit }: Page<AlbumKey> & { artists?: readonly string[] },
) {
  if (artists?.length === 0) return [];
  let page = liveAlbums(db, now);
  if (artists) page = page.where('album.artist_slug', 'in', artists);
  if (after)
    page = page
      // A row value alone would not use the index everywhere.
      .where('album.artist_slug', '>=', after.artist_slug)
      .where(sql<boolean>`(album.artist_slug, album.year) > (${after.artist_slug}, ${after.year})`);
  const rows = await db
    .selectFrom(
      page
        .select(['album.artist_slug', 'album.year', 'artist.name as artist'])
        .select([live('tracks').as('songs'), live('seconds').as('seconds')])
        .orderBy('album.artist_slug')
        .orderBy('album.year')
        .limit(limit)
        .offset(offset)
        .as('album'),
    )
    .innerJoin('track', (join) => join.on('track.seq', '=', firstSong))
    .selectAll('album')
    .select(['track.genre', 'track.created_at'])
    .orderBy('album.artist_slug')
    .orderBy('album.year')
    .execute();
  return rows.map((row) => ({
    ...row,
    songs: Number(row.songs),
    seconds: Number(row.seconds),
    created_at: Number(row.created_at),
  }));
}

export type Album = Awaited<ReturnType<typeof selectAlbums>>[number];

/** Artists in the order of their slugs, or those with these slugs, and how many albums they have. */
export async function selectArtists(
  db: Db,
  now: number,
  { slugs, after, offset = 0, limit }: Page<string> & { slugs?: readonly string[] },
) {
  if (slugs?.length === 0) return [];
  let query = liveAlbums(db, now);
  if (slugs) query = query.where('album.artist_slug', 'in', slugs);
  if (after !== undefined) query = query.where('album.artist_slug', '>', after);
  const rows = await query
    .groupBy('album.artist_slug')
    .select(({ fn }) => [
      'album.artist_slug as slug',
      fn.max('artist.name').as('name'),
      fn.countAll<number>().as('albums'),
    ])
    .orderBy('album.artist_slug')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ ...row, albums: Number(row.albums) }));
}

export type Artist = Awaited<ReturnType<typeof selectArtists>>[number];

/** Songs of these parts of the catalogue, in this order. */
export interface SongPart {
  artist?: string;
  genres?: readonly string[];
  /** The first and the last. */
  years?: readonly [string, string];
}
export type SongOrder = 'release' | 'latest release' | 'popular' | 'newest' | 'id';

const ORDERS: Record<SongOrder, RawBuilder<unknown>> = {
  release: sql`track.release_date, track.id`,
  'latest release': sql`track.release_date desc, track.id desc`,
  popular: sql`track.popularity desc, track.created_at desc, track.id desc`,
  newest: sql`track.created_at desc, track.id desc`,
  id: sql`track.id`,
};

export type SongPage = SongPart & { order: SongOrder; fromId?: string; offset?: number; limit: number };

function songsOf(db: Db, now: number, page: SongPage) {
  const { artist, genres, years, order, fromId, offset = 0, limit } = page;
  let query = (order === 'id' ? liveTracksAmong : liveTracks)(db, momentOf(now));
  if (artist !== undefined) query = query.where('track.artist_slug', '=', artist);
  if (genres) query = query.where('track.genre', 'in', genres);
  if (years)
    query = query
      .where('track.release_date', '>=', years[0])
      .where('track.release_date', '<', `${years[1]}-99`);
  if (fromId !== undefined) query = query.where('track.id', '>=', fromId);
  return query.orderBy(ORDERS[order]).limit(limit).offset(offset);
}

export const selectSongs = (db: Db, now: number, page: SongPage) =>
  songsOf(db, now, page).select(trackColumns).execute();

/** Songs of an album that are counted. */
const MOST_NUMBERED = 1000;
/** Cost of counting a song in an index. */
const NUMBER_COST = 1 / 4000;

/** The places of songs in their albums, from 1. An index counts, and the caller pays: albums may be large. */
export async function selectTrackNumbers(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const before = sql<number>`(select count(*) from (select 1 from track as song
    where song.is_deleted = 0 and song.artist_slug = track.artist_slug
      and song.release_date >= substr(track.release_date, 1, 4)
      and (song.release_date, song.id) <= (track.release_date, track.id) limit ${MOST_NUMBERED}) as counted)`;
  const rows = await db
    .selectFrom('track')
    .where('track.id', 'in', ids)
    .select(['track.id', before.as('number')])
    .execute();
  charge(NUMBER_COST * rows.reduce((sum, { number }) => sum + Number(number), 0));
  return new Map(rows.map(({ id, number }) => [id, Number(number)]));
}

/** All songs, the oldest first. An index alone tells which are skipped. */
export function selectOldest(db: Db, now: number, { after, offset = 0, limit }: Page<TimeAndId>) {
  let page = liveTracks(db, momentOf(now)).select('track.seq');
  if (after)
    page = page.where(sql<boolean>`(track.created_at, track.id) > (${after.created_at}, ${after.id})`);
  return db
    .selectFrom(page.orderBy('track.created_at').orderBy('track.id').limit(limit).offset(offset).as('page'))
    .crossJoin('track')
    .whereRef('track.seq', '=', 'page.seq')
    .select(trackColumns)
    .orderBy('track.created_at')
    .orderBy('track.id')
    .execute();
}

interface TimeAndId {
  created_at: number;
  id: string;
}

/** The album of each of the first songs of an order. */
export const selectAlbumKeys = (db: Db, now: number, page: SongPage): Promise<AlbumKey[]> =>
  songsOf(db, now, page)
    .select(['track.artist_slug', yearOfTrack.as('year')])
    .execute();

/** The cover of the first song that has one. */
export async function selectCover(db: Db, now: number, part: SongPart): Promise<string | null | undefined> {
  const row = await songsOf(db, now, { ...part, order: 'release', limit: 1 })
    .where('track.cover_image_url', 'is not', null)
    .select('track.cover_image_url')
    .executeTakeFirst();
  return row?.cover_image_url;
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
