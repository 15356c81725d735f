import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { liveTracks, momentOf, trackColumns } from '../tracks/tracks.ts';

export type ArtistSort = 'popular' | 'newest';

/** The sort keys of an artist's track. */
export type ArtistKeys = [popularity: number, created_at: number, id: string];

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
