import { sql } from 'kysely';
import { cachedRows } from '../../platform/db/cached-query.ts';
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
  const values = {
    moment: momentOf(now),
    slug,
    limit,
    popularity: after?.[0],
    created_at: after?.[1],
    id: after?.[2],
  };
  return cachedRows(db, `artist tracks ${sort} ${after !== undefined}`, values, (v) => {
    let query = liveTracks(db, v.moment).where('track.artist_slug', '=', v.slug).select(trackColumns);
    if (sort === 'popular') query = query.orderBy('track.popularity', 'desc');
    query = query.orderBy('track.created_at', 'desc').orderBy('track.id', 'desc').limit(v.limit);
    if (!after) return query;
    return query.where(
      sort === 'popular'
        ? sql<boolean>`(track.popularity, track.created_at, track.id) < (${v.popularity}, ${v.created_at}, ${v.id})`
        : sql<boolean>`(track.created_at, track.id) < (${v.created_at}, ${v.id})`,
    );
  });
}

/** An artist with the number of live tracks: the stored count minus the few that are not released yet. */
export async function selectArtist(db: Db, now: number, slug: string) {
  const [artist] = await cachedRows(db, 'artist', { slug, moment: momentOf(now) }, (v) =>
    db
      .selectFrom('artist')
      .where('artist.slug', '=', v.slug)
      .select((eb) => [
        'artist.slug',
        'artist.name',
        'artist.tracks',
        eb
          .selectFrom('track')
          .where('track.is_deleted', '=', 0)
          .where('track.release_date', '>', v.moment)
          // The `||` keeps SQLite from reading all of the artist's tracks instead of the scheduled ones.
          .where(sql<string>`track.artist_slug || ''`, '=', v.slug)
          .select((e) => e.fn.countAll<number>().as('count'))
          .as('scheduled'),
      ]),
  );
  if (!artist) return undefined;
  const { scheduled, tracks, ...rest } = artist;
  return { ...rest, tracks: Math.max(0, Number(tracks) - Number(scheduled)) };
}
