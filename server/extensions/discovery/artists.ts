import type { ArtistPage } from 'contract/extensions/places.ts';
import { slugOf } from 'contract/text/slugs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { explore, liveTracks, momentOf, trackColumns, without } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { type Order, type Page, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { listSimilar } from './similar.ts';

/** Tracks of each section: whole rows in 2 and 4 columns. */
const SECTION = 8;

type ArtistTrack = Awaited<ReturnType<typeof selectArtistTracks>>[number];

const artistOrder: Order<ArtistTrack, ArtistKeys> = {
  keys: z.tuple([z.number(), z.int().nonnegative(), z.uuid()]),
  keysOf: ({ popularity, created_at, id }) => [popularity, created_at, id],
};

/** One page of an artist's live tracks. Any spelling of the slug will do. */
export function listArtistTracks(
  c: Context,
  slug: string,
  { sort, ...page }: PageQuery & { sort: ArtistSort },
): Promise<Page<ArtistTrack>> {
  const artist = slugOf(slug);
  const now = c.clock();
  return paginate(
    page,
    artistOrder,
    (part) => selectArtistTracks(c.db, now, artist, sort, part),
    async () => (await selectArtist(c.db, now, artist))?.tracks ?? 0,
  );
}

/**
 * The page of an artist. Without such an artist, popular tracks.
 * @param origin of the media URLs.
 */
export async function getArtistPage(c: Context, slug: string, origin: string): Promise<ArtistPage> {
  const list = (sort: ArtistSort, limit: number) => listArtistTracks(c, slug, { sort, limit });
  const [artist, popular, newest] = await Promise.all([
    selectArtist(c.db, c.clock(), slugOf(slug)),
    list('popular', SECTION),
    list('newest', 2 * SECTION),
  ]);
  const [top] = popular.rows;
  if (!artist || !top) {
    const others = withAbsoluteUrls((await explore(c, undefined)).mostPopular, origin);
    return { artist: null, genres: [], popular: others, newest: [], similar: [] };
  }
  const similar = await listSimilar(c, top.id, 2 * SECTION, origin);
  return {
    artist,
    genres: genresOf(popular.rows),
    popular: withAbsoluteUrls(popular.rows, origin),
    newest: withAbsoluteUrls(without(newest.rows, popular.rows).slice(0, SECTION), origin),
    similar: similar.filter(({ track }) => slugOf(track.display_artist) !== artist.slug).slice(0, SECTION),
  };
}

/** The genres of these tracks, the most frequent first. */
function genresOf(tracks: { genre: string | null }[]): string[] {
  const counts = new Map<string, number>();
  for (const { genre } of tracks) if (genre) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!).slice(0, 3);
}

type ArtistSort = 'popular' | 'newest';

/** The sort keys of an artist's track. */
type ArtistKeys = [popularity: number, created_at: number, id: string];

/** Up to `limit` live tracks of an artist after these keys, by an index in its order. */
export function selectArtistTracks(
  db: Db,
  now: number,
  slug: string,
  sort: ArtistSort,
  { after, limit }: { after: ArtistKeys | undefined; limit: number },
) {
  let query = liveTracks(db, momentOf(now)).where('track.artist_slug', '=', slug).select(trackColumns);
  if (after) {
    const [popularity, created_at, id] = after;
    query = query.where(
      sort === 'popular'
        ? sql<boolean>`(track.popularity, track.created_at, track.id) < (${popularity}, ${created_at}, ${id})`
        : sql<boolean>`(track.created_at, track.id) < (${created_at}, ${id})`,
    );
  }
  if (sort === 'popular') query = query.orderBy('track.popularity', 'desc');
  return query.orderBy('track.created_at', 'desc').orderBy('track.id', 'desc').limit(limit).execute();
}

/** An artist with the number of live tracks: the stored count minus the few that are not released yet. */
export async function selectArtist(db: Db, now: number, slug: string) {
  const [artist] = await db
    .selectFrom('artist')
    .where('artist.slug', '=', slug)
    .select((eb) => [
      'artist.slug',
      'artist.name',
      'artist.tracks',
      eb
        .selectFrom('track')
        .where('track.is_deleted', '=', 0)
        .where('track.release_date', '>', momentOf(now))
        // The `||` keeps SQLite from reading all of the artist's tracks instead of the scheduled ones.
        .where(sql<string>`track.artist_slug || ''`, '=', slug)
        .select((e) => e.fn.countAll<number>().as('count'))
        .as('scheduled'),
    ])
    .execute();
  if (!artist) return undefined;
  const { scheduled, tracks, ...rest } = artist;
  return { ...rest, tracks: Math.max(0, Number(tracks) - Number(scheduled)) };
}
