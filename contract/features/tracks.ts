import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams, listCost, pageQuery, text, webAddress } from '../fields.ts';

/** A track as everyone sees it (§3). `genre` is its Tag of type `genre`, a slug like `jazz:bebop`. */
export const Track = z.object({
  id,
  title: z.string().min(1),
  display_artist: z.string().min(1),
  duration_seconds: z.int().positive(),
  cover_image_url: webAddress.nullable(),
  audio_url: webAddress,
  created_at: epochMs,
  updated_at: epochMs,
  is_deleted: z.boolean(),
  release_date: z.iso.datetime(),
  genre: z.string().nullable(),
  bpm: z.number().positive().nullable(),
  musical_key: z.string().nullable(),
  /** Integrated loudness, LUFS (ITU-R BS.1770). */
  loudness_lufs: z.number().nullable(),
  preview_url: webAddress.nullable(),
  /** Peaks as audiowaveform JSON, version 2. */
  waveform_json_url: webAddress.nullable(),
  provider: z.string().nullable(),
  prompt_text: z.string().nullable(),
  seed: z.int().nullable(),
  rights_status: z.string().nullable(),
  /** Number of people who backed its song request; null for a track that nobody requested. */
  backers: z.int().nonnegative().nullable(),
  /** The requester's username; null also if the account was deleted. */
  requested_by: z.string().nullable(),
});
export type Track = z.output<typeof Track>;

/** A track by itself; lists leave the lyrics out. */
export const TrackWithLyrics = Track.extend({
  /** Lines separated by `\n`; absent without lyrics. */
  lyrics: z.string().optional(),
  /** The same with the times of lines and words, as LRC; absent without times. */
  timed_lyrics: z.string().optional(),
});
export type TrackWithLyrics = z.output<typeof TrackWithLyrics>;

/** Progress of the demo catalogue while the house band records it. */
export const Recording = z.object({ done: z.int(), total: z.int(), current: z.string().nullable() });
export type Recording = z.output<typeof Recording>;

const searchText = text(200);

export const listTracks = endpoint('GET /track', {
  access: 'anyone',
  cacheable: true,
  cost: listCost,
  summary:
    'Lists live tracks, most popular or newest first; searchable by title and artist. For an admin, `is_deleted=true` lists the deleted ones instead, newest first.',
  query: pageQuery.extend({
    q: searchText.optional(),
    genre: text(100).optional(),
    sort: z.enum(['popular', 'newest']).default('popular'),
    is_deleted: text(10).optional(),
  }),
  returns: z.array(Track),
});

export const getTrack = endpoint('GET /track/:id', {
  access: 'anyone',
  cacheable: true,
  summary: 'Returns a live track with its lyrics.',
  params: idParams,
  returns: TrackWithLyrics,
});

export const getExplore = endpoint('GET /explore', {
  access: 'anyone',
  cacheable: true,
  cost: ({ q }) => (q === undefined ? 2 : 10),
  summary: "Returns Explore's three sections in one call; the search applies to the last two only (§2).",
  query: z.object({ q: searchText.optional() }),
  returns: z.object({
    newReleases: z.array(Track),
    mostPopular: z.array(Track),
    trendingNow: z.array(Track),
    recording: Recording.nullable(),
  }),
});
export type Explore = z.output<typeof getExplore.returns>;
