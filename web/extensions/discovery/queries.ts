import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { QUEUE_LIMIT } from '../../player/PlayAllButtons.tsx';
import { type Song, toSong } from '../../player/song.ts';

export type PlaceSort = 'popular' | 'newest';

/** Genre or artist of a list of tracks, by slug. */
export interface Place {
  kind: 'genre' | 'artist';
  slug: string;
}

/** Fills whole rows in 1, 2, 3 and 4 columns. */
const PAGE = 24;

/** Others listen meanwhile; ms. */
const FRESH = 60_000;

export const genresQuery = () =>
  queryOptions({ queryKey: ['genres'], queryFn: () => call('GET /genre'), staleTime: FRESH });

export const genrePageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['genre-page', slug],
    queryFn: () => call('GET /genre/:slug/page', { params: { slug } }),
    staleTime: FRESH,
  });

export const artistPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['artist-page', slug],
    queryFn: () => call('GET /artist/:slug/page', { params: { slug } }),
    staleTime: FRESH,
  });

/** All tracks of a genre or an artist, page by page. */
export const placeTracksQuery = (place: Place, sort: PlaceSort) =>
  infiniteQueryOptions({
    queryKey: ['place-tracks', place.kind, place.slug, sort],
    queryFn: ({ pageParam }) => loadTracks(place, { sort, limit: PAGE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.map(({ rows }) => rows),
  });

/** The songs of a genre or an artist, as many as a queue takes. */
export async function loadPlaceSongs(place: Place, sort: PlaceSort): Promise<Song[]> {
  const { rows } = await loadTracks(place, { sort, limit: QUEUE_LIMIT });
  return rows.map(toSong);
}

function loadTracks(
  { kind, slug }: Place,
  query: { sort: PlaceSort; limit: number; cursor?: string | undefined },
) {
  return kind === 'genre'
    ? callPage('GET /track', { query: { ...query, genre: slug } })
    : callPage('GET /artist/:slug/track', { params: { slug }, query });
}
