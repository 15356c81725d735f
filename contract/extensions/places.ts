import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { SongRequest } from '../features/song-requests.ts';
import { SimilarTrack } from '../features/track-page.ts';
import { Track } from '../features/tracks.ts';
import { listCost, pageQuery, text } from '../fields.ts';

const slugParams = z.strictObject({ slug: text(600) });

/** A genre by its stored value, which is also its slug, and how many live tracks it has. */
const GenreCount = z.object({ genre: z.string(), tracks: z.int().nonnegative() });
export type GenreCount = z.output<typeof GenreCount>;

export const listGenres = endpoint('GET /genre', {
  access: 'anyone',
  cacheable: true,
  summary: 'Lists the parent genres in the order of the genre picker, with their counts of live tracks.',
  returns: z.array(GenreCount),
});

export const getGenrePage = endpoint('GET /genre/:slug/page', {
  access: 'anyone',
  cacheable: true,
  cost: 4,
  summary: 'Returns what the page of a genre shows, also when there is no such genre.',
  params: slugParams,
  returns: z.object({
    /** Null if it is unknown. */
    genre: GenreCount.nullable(),
    /** Its sub-genres, or those beside it, that have tracks; the ones with most tracks first. */
    subs: z.array(GenreCount),
    /** Parent genres whose listeners often like each other's. */
    neighbors: z.array(z.string()),
    /** The open requests with most votes, for nobody in particular. */
    requests: z.array(SongRequest),
    /** Popular now; those of the catalog if the genre is unknown. */
    popular: z.array(Track),
    /** Without those most heard. */
    newest: z.array(Track),
  }),
});
export type GenrePage = z.output<typeof getGenrePage.returns>;

const Artist = z.object({ slug: z.string(), name: z.string(), tracks: z.int().nonnegative() });

export const getArtistPage = endpoint('GET /artist/:slug/page', {
  access: 'anyone',
  cacheable: true,
  cost: 4,
  summary: 'Returns what the page of an artist shows, also when there is no such artist.',
  params: slugParams,
  returns: z.object({
    /** Null without live tracks. */
    artist: Artist.nullable(),
    /** The genres of the most heard tracks, the most frequent first. */
    genres: z.array(z.string()),
    /** Popular now; those of the catalog if the artist is unknown. */
    popular: z.array(Track),
    /** Without those most heard. */
    newest: z.array(Track),
    /** Tracks of others that resemble the most heard one. */
    similar: z.array(SimilarTrack),
  }),
});
export type ArtistPage = z.output<typeof getArtistPage.returns>;

export const listArtistTracks = endpoint('GET /artist/:slug/track', {
  access: 'anyone',
  cacheable: true,
  cost: listCost,
  summary: "Lists an artist's live tracks, most popular or newest first; none of an unknown artist.",
  params: slugParams,
  query: pageQuery.extend({ sort: z.enum(['popular', 'newest']).default('popular') }),
  returns: z.array(Track),
});
