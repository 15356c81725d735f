import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, oneLine, pageQuery, text, webAddress } from './fields.ts';
import {
  ARTIST_REQUIRED,
  AUDIO_MAX_BYTES,
  COVER_MAX_BYTES,
  GENRE_REQUIRED,
  PROMPT_MAX,
  REASON_MAX,
  REASON_REQUIRED,
  steps,
  TITLE_REQUIRED,
  TRACK_NAME_MAX,
} from './publishing-constants.ts';
import { SongRequest } from './song-requests.ts';
import { Track } from './tracks.ts';

/** A value that the file's tags told, or that was guessed from its sound. */
const measured = <T extends z.ZodType>(value: T) => z.object({ value, estimated: z.boolean() }).nullable();

/** What is known of an audio file once it was decoded from its first sample to its last. */
export const AudioFacts = z.object({
  /** Seconds, as decoded: what the file's header claims does not count. */
  duration_seconds: z.number().positive(),
  container: z.enum(['mp3', 'wav', 'flac', 'ogg', 'm4a']),
  /** `mp3`, `pcm`, `flac`, `vorbis`, `opus` or `aac`. */
  codec: z.string(),
  /** Hz. */
  sample_rate: z.int().positive(),
  channels: z.int().positive(),
  /** Integrated loudness, LUFS (ITU-R BS.1770); null for silence. */
  loudness_lufs: z.number().nullable(),
  /** dBTP; null for silence. */
  true_peak_dbtp: z.number().nullable(),
  bpm: measured(z.number().positive()),
  /** Such as `A minor`. */
  musical_key: measured(z.string()),
  /** What the file says of itself; `cover_url` is the picture in it, kept like an uploaded cover. */
  tags: z.object({
    title: z.string().nullable(),
    artist: z.string().nullable(),
    album: z.string().nullable(),
    cover_url: webAddress.nullable(),
  }),
  /** What plays everywhere: the file itself where it does, otherwise a copy. */
  stream_url: webAddress,
  /** 30 s of it. */
  preview_url: webAddress,
  waveform_json_url: webAddress,
});
export type AudioFacts = z.output<typeof AudioFacts>;

/** An uploaded audio file and how far its processing is; to be asked for again while it is not `ready` or `failed`. */
export const Upload = z.object({
  id,
  /** The file as it was sent: what `POST /track` takes as `audio_url`. */
  url: webAddress,
  file_name: z.string().nullable(),
  bytes: z.int().positive(),
  state: z.enum(['waiting', 'processing', 'ready', 'failed']),
  /** Each step in its order; `progress` from 0 to 1. */
  steps: z.array(z.object({ name: z.enum(steps), progress: z.number().min(0).max(1) })),
  /** Files that are processed before this one. */
  ahead: z.int().nonnegative(),
  /** When `ready`. */
  facts: AudioFacts.nullable(),
  /** When `failed`: why, as a sentence. */
  failure: z.string().nullable(),
  created_at: epochMs,
});
export type Upload = z.output<typeof Upload>;

export const uploadAudio = endpoint('POST /api/upload/audio', {
  access: 'admin',
  summary:
    'Takes one audio file (mp3, wav, flac, ogg, m4a) and begins to process it. Refusals carry the sentence as `error` too.',
  upload: { field: 'audio', maxBytes: AUDIO_MAX_BYTES },
  returns: Upload,
});

export const uploadCover = endpoint('POST /api/upload/cover', {
  access: 'admin',
  summary:
    'Takes one picture and keeps it as a cover in every width. Refusals carry the sentence as `error` too.',
  upload: { field: 'cover', maxBytes: COVER_MAX_BYTES },
  returns: z.object({ url: webAddress }),
});

export const getUpload = endpoint('GET /publishing/uploads/:id', {
  access: 'admin',
  summary: 'How far the processing of an uploaded audio file is, and what came of it.',
  params: idParams,
  returns: Upload,
});

export const discardUpload = endpoint('DELETE /publishing/uploads/:id', {
  access: 'admin',
  summary: 'Drops an upload that will not be published, and ends its processing. 409 when a track plays it.',
  params: idParams,
  returns: z.object({}),
});

const title = oneLine(TRACK_NAME_MAX, TITLE_REQUIRED);
const artist = oneLine(TRACK_NAME_MAX, ARTIST_REQUIRED);
const genre = oneLine(100, GENRE_REQUIRED);
const note = text(200)
  .transform((value) => value.trim() || null)
  .nullable();

/** What an admin may say of a track. What is left out is measured, or stays as it was. */
const sayable = {
  duration_seconds: z
    .int('The duration must be a whole number of seconds.')
    .positive('The duration must be at least a second.')
    .max(86_400, 'The duration must be at most a day.')
    .optional(),
  cover_image_url: webAddress
    .or(z.literal('').transform(() => null))
    .nullable()
    .optional(),
  /** In the future: hidden until then. */
  release_date: z.iso.datetime({ offset: true, error: 'This is not a date and time.' }).optional(),
  bpm: z.number().positive().max(1000).nullable().optional(),
  musical_key: note.optional(),
  /** Told for audio from elsewhere; of an upload it is measured. */
  loudness_lufs: z.number().min(-200).max(100).nullable().optional(),
  preview_url: webAddress.nullable().optional(),
  waveform_json_url: webAddress.nullable().optional(),
  provider: note.optional(),
  prompt_text: text(PROMPT_MAX)
    .transform((value) => value.trim() || null)
    .nullable()
    .optional(),
  seed: z.int().nullable().optional(),
  rights_status: note.optional(),
};

export const publishTrack = endpoint('POST /track', {
  access: 'admin',
  summary:
    'Publishes a track; with `request_id` it also releases that request, both or neither. An upload makes one track: published again, it answers with the track that is there. 409 `upload_processing` while its audio is not ready, 409 `request_closed` when the request was released or declined before.',
  body: z.object({
    title: z.string(TITLE_REQUIRED).pipe(title),
    display_artist: z.string(ARTIST_REQUIRED).pipe(artist),
    genre: z.string(GENRE_REQUIRED).pipe(genre),
    /** The `url` of an upload, or any other web address. */
    audio_url: webAddress.optional(),
    ...sayable,
    request_id: id.nullable().optional(),
  }),
  returns: Track,
  status: 201,
});

export const editTrack = endpoint('PATCH /track/:id', {
  access: 'admin',
  summary: 'Changes a track, or takes it back with `is_deleted: false`.',
  params: idParams,
  body: z.object({
    track_id: id.optional(),
    title: title.optional(),
    display_artist: artist.optional(),
    genre: genre.optional(),
    audio_url: webAddress.optional(),
    ...sayable,
    is_deleted: z.boolean().optional(),
  }),
  returns: Track,
});

export const deleteTrack = endpoint('DELETE /track/:id', {
  access: 'admin',
  summary: 'Withdraws a track: it is marked as deleted and nobody else sees it any more.',
  params: idParams,
  returns: z.object({}),
});

/** A track as admins manage it. */
export const ManagedTrack = Track.extend({
  /** `scheduled`: its release date is still to come. */
  state: z.enum(['live', 'scheduled', 'deleted']),
  /** Reports that nobody has resolved yet. */
  open_reports: z.int().nonnegative(),
});
export type ManagedTrack = z.output<typeof ManagedTrack>;

export const listManagedTracks = endpoint('GET /publishing/tracks', {
  access: 'admin',
  summary: 'Every track, newest first, deleted and scheduled ones included.',
  query: pageQuery.extend({
    q: text(200).optional(),
    state: z.enum(['all', 'live', 'scheduled', 'deleted']).default('all'),
  }),
  returns: z.array(ManagedTrack),
});

export const listQueue = endpoint('GET /publishing/queue', {
  access: 'admin',
  summary: 'Requests at their goal that wait for their song: most votes first, then the oldest.',
  returns: z.array(SongRequest),
});

/** What a listener finds wrong with a track (§3). */
export const Report = z.object({ id, track_id: id, reason: z.string(), created_at: epochMs });
export type Report = z.output<typeof Report>;

export const reportTrack = endpoint('POST /report', {
  access: 'signed-in',
  summary:
    'Reports a track to the admins. A second report of it by the same person takes the place of the first.',
  body: z.object({
    track_id: id,
    reason: z
      .string(REASON_REQUIRED)
      .pipe(text(REASON_MAX))
      .transform((value) => value.trim())
      .refine((value) => value.length > 0, REASON_REQUIRED),
    user_id: z.unknown().optional(),
  }),
  returns: Report,
  status: 201,
});

/** A report as admins see it. */
export const ManagedReport = Report.extend({
  /** The username; null when the account is gone. */
  reported_by: z.string().nullable(),
  title: z.string(),
  display_artist: z.string(),
  /** The track is withdrawn already. */
  is_deleted: z.boolean(),
  resolved_at: epochMs.nullable(),
});
export type ManagedReport = z.output<typeof ManagedReport>;

export const listReports = endpoint('GET /publishing/reports', {
  access: 'admin',
  summary: 'Reports, newest first: those that are open, or those that were resolved.',
  query: pageQuery.extend({ state: z.enum(['open', 'resolved']).default('open') }),
  returns: z.array(ManagedReport),
});

export const resolveReport = endpoint('POST /publishing/reports/:id/resolve', {
  access: 'admin',
  summary: 'Marks a report as dealt with.',
  params: idParams,
  returns: z.object({}),
});
