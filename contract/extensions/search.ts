import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { SongRequest } from '../features/song-requests.ts';
import { Track } from '../features/tracks.ts';
import { id, text, webAddress } from '../fields.ts';

export const search = endpoint('GET /search', {
  access: 'anyone',
  cacheable: true,
  cost: 10,
  summary:
    'Finds tracks, artists, genres, song requests and public playlists, also misspelled and in another order; the best few of each. A requested track is also found by the words of its request. Tracks and requests of a genre that is found are found, too.',
  query: z.object({ q: text(200) }),
  returns: z.object({
    /** The best of all, by its id, slug or genre; null without tracks, artists and genres. */
    top: z.object({ kind: z.enum(['track', 'artist', 'genre']), id: z.string() }).nullable(),
    /** Those found by name, then those found by the `wish` of their request (null for others), then those of a genre. */
    tracks: z.array(Track.extend({ wish: z.string().nullable() })),
    artists: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        tracks: z.int().nonnegative(),
        cover_image_url: webAddress.nullable(),
      }),
    ),
    /** Live tracks are counted with those of sub-genres. */
    genres: z.array(z.object({ genre: z.string(), label: z.string(), tracks: z.int().nonnegative() })),
    /** Those on the board, without the caller's own votes. */
    requests: z.array(SongRequest),
    playlists: z.array(
      z.object({
        id,
        name: z.string(),
        username: z.string(),
        track_count: z.int().nonnegative(),
        covers: z.array(webAddress),
      }),
    ),
    /** Partial matches if nothing is found, the most words and the most similar first; each is a track or a request. */
    closest: z.array(z.object({ track: Track.nullable(), request: SongRequest.nullable() })),
    /** The folded words and starts of words that matched, for highlighting. */
    matched: z.array(z.string()),
    /** Likely query, folded, if that is not what was typed: with its words corrected, or only some of them. */
    meant: z.string().nullable(),
  }),
});
export type SearchResults = z.output<typeof search.returns>;
