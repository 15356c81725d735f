import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { statuses } from '../features/song-requests-constants.ts';
import { Track } from '../features/tracks.ts';
import { id, text } from '../fields.ts';

export const search = endpoint('GET /search', {
  access: 'anyone',
  cacheable: true,
  cost: 10,
  summary:
    'Finds tracks, artists, genres, song requests and public playlists, also misspelled and in another order; the best few of each.',
  query: z.object({ q: text(200) }),
  returns: z.object({
    tracks: z.array(Track),
    artists: z.array(z.object({ slug: z.string(), name: z.string(), tracks: z.int().nonnegative() })),
    genres: z.array(z.object({ genre: z.string(), label: z.string() })),
    requests: z.array(
      z.object({
        id,
        title: z.string(),
        artist: z.string(),
        votes: z.int().nonnegative(),
        status: z.enum(statuses),
      }),
    ),
    playlists: z.array(z.object({ id, name: z.string() })),
    /** The folded words and starts of words that matched, for highlighting. */
    matched: z.array(z.string()),
    /** What was probably meant, folded, if that is not what was typed: with its words corrected, or only some of them. */
    meant: z.string().nullable(),
  }),
});
export type SearchResults = z.output<typeof search.returns>;
