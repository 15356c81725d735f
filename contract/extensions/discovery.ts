import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { SongStory } from '../features/song-requests.ts';
import { Track } from '../features/tracks.ts';
import { id, idParams, text } from '../fields.ts';
import { Provenance } from './studio.ts';

/** A track that resembles another one, and in which ways: `same genre`, `close tempo`. */
export const SimilarTrack = z.object({ track: Track, reasons: z.array(z.string()) });
export type SimilarTrack = z.output<typeof SimilarTrack>;

export const listSimilar = endpoint('GET /track/:id/similar', {
  access: 'anyone',
  cacheable: true,
  cost: 3,
  summary:
    'Lists live tracks that resemble a track, the most similar first, with the reasons in words. Also for a track that was deleted.',
  params: idParams,
  query: z.object({
    limit: z.coerce
      .number('The limit must be a whole number from 1 to 24.')
      .int('The limit must be a whole number from 1 to 24.')
      .min(1, 'The limit must be a whole number from 1 to 24.')
      .max(24, 'The limit must be a whole number from 1 to 24.')
      .default(8),
  }),
  returns: z.array(SimilarTrack),
});

/** What a track's page shows. */
export const getTrackPage = endpoint('GET /track/:id/page', {
  access: 'anyone',
  cacheable: true,
  cost: 4,
  summary: 'Returns what the page of a track shows, also when there is no such track.',
  params: z.strictObject({ id: text(100) }),
  returns: z.object({
    /** Null if it does not exist, is not released yet or was deleted. */
    track: Track.nullable(),
    deleted: z.boolean(),
    /** Lines separated by `\n`; null without lyrics. */
    lyrics: z.string().nullable(),
    /** The same with the times of lines and words, as LRC; null without times. */
    timed_lyrics: z.string().nullable(),
    /** Plays that counted. */
    plays: z.int().nonnegative(),
    /** Whether anybody applauded it, so that the page keeps room for the claps. */
    has_applause: z.boolean(),
    /** The song request that it was made from. */
    request_id: id.nullable(),
    /** How it came about; null for a track that nobody requested. */
    story: SongStory.nullable(),
    /** Usernames of those who voted for that request; some of many. */
    called_by: z.array(z.string()),
    /** Which of them have a VIP badge. */
    vips: z.array(z.string()),
    /** How the studio made it; null if it did not. */
    provenance: Provenance.nullable(),
    /** What resembles it; without reasons if it is unknown. */
    similar: z.array(SimilarTrack),
  }),
});
export type TrackPage = z.output<typeof getTrackPage.returns>;
