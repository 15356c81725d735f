import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, text } from '../fields.ts';
import { SongStory, Wish } from './song-requests.ts';
import { Track } from './tracks.ts';

/** A track that resembles another one, and in which ways: `same genre`, `close tempo`. */
export const SimilarTrack = z.object({ track: Track, reasons: z.array(z.string()) });
export type SimilarTrack = z.output<typeof SimilarTrack>;

/** Origin of the song of a track. */
export const Provenance = z.object({
  track_id: id,
  request_id: id,
  /** As the operator knows it, such as `House band`. */
  generator: z.string(),
  model: z.string(),
  version: z.string().nullable(),
  seed: z.int().nullable(),
  /** True if the same seed makes the same audio again, with the generator as it is today. */
  reproducible: z.boolean(),
  /** True if the generator has changed since, so that the same seed makes other audio. */
  superseded: z.boolean(),
  /** As the generator used it. */
  prompt: z.string(),
  rights: z.string(),
  /** `algorithmicMedia` or `trainedAlgorithmicMedia` of IPTC's digital source types. */
  source_type: z.enum(['algorithmicMedia', 'trainedAlgorithmicMedia']),
  /** Closeness of the generator to the genre that was requested, from 0 to 1; null if it does not say. */
  closeness: z.number().min(0).max(1).nullable(),
  /** Account of its making, in sentences; null if the generator does not say. */
  account: z.string().nullable(),
  /** Wishes asked for in words, each with its outcome. */
  heard: z.array(Wish),
  /** Number of its request's takes that could be chosen, and its place in the order in which they were made, from 1. */
  takes: z.int().positive(),
  take: z.int().positive(),
  /** Number of people who chose it; 0 if it was released without a choice. */
  chosen_by: z.int().nonnegative(),
  made_at: epochMs,
});
export type Provenance = z.output<typeof Provenance>;

/** Returns the content of a track's page. */
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
    /** True if anybody applauded it, so that the page keeps room for the claps. */
    has_applause: z.boolean(),
    /** The song request that it was made from. */
    request_id: id.nullable(),
    /** Story of its request; null for a track that nobody requested. */
    story: SongStory.nullable(),
    /** Usernames of those who voted for that request; some of many. */
    called_by: z.array(z.string()),
    /** Those of them with a VIP badge. */
    vips: z.array(z.string()),
    /** Origin in the studio; null if not made there. */
    provenance: Provenance.nullable(),
    /** Similar tracks; without reasons if it is unknown. */
    similar: z.array(SimilarTrack),
  }),
});
export type TrackPage = z.output<typeof getTrackPage.returns>;
