import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, oneLine, pageQuery, text, webAddress } from '../fields.ts';
import { tidyTimedLyrics } from '../text/lyrics.ts';
import { english } from '../text/messages.ts';
import {
  ARTIST_REQUIRED,
  AUDIO_MAX_BYTES,
  COVER_MAX_BYTES,
  DURATION_FORMAT,
  GENRE_REQUIRED,
  LYRICS_MAX,
  PROMPT_MAX,
  RIGHTS_MAX,
  steps,
  TITLE_REQUIRED,
  TRACK_NAME_MAX,
} from './publishing-constants.ts';
import { SongRequest } from './song-requests.ts';
import { Track, TrackWithLyrics } from './tracks.ts';

/** A value from the file's tags, or estimated from its sound. */
const measured = <T extends z.ZodType>(value: T) => z.object({ value, estimated: z.boolean() }).nullable();

/** Properties of a completely decoded audio file. */
export const AudioFacts = z.object({
  /** Decoded seconds, whatever the file's header claims. */
  duration_seconds: z.number().positive(),
  /**
   * Fault of a file that promises another length (by more than 0.1 s) or breaks off: sound may be missing. Without a
   * promise, `promised_seconds` is null.
   */
  length_fault: z.object({ promised_seconds: z.number().nullable() }).nullable(),
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
  /** The share of samples in runs at full scale, from 0 to 1; null if the file was measured before this was known. */
  clipped: z.number().min(0).max(1).nullable(),
  bpm: measured(z.number().positive()),
  /** Such as `A minor`. */
  musical_key: measured(z.string()),
  /** The file's tags; `cover_url` is its embedded picture, stored like an uploaded cover. */
  tags: z.object({
    title: z.string().nullable(),
    artist: z.string().nullable(),
    album: z.string().nullable(),
    /** These three are missing for files that older versions processed. */
    genre: z.string().nullable().optional(),
    lyrics: z.string().nullable().optional(),
    date: z.string().nullable().optional(),
    cover_url: webAddress.nullable(),
  }),
  /** The file itself if it plays everywhere, otherwise a copy that does. */
  stream_url: webAddress,
  /** The loudest 30 s. */
  preview_url: webAddress,
  waveform_json_url: webAddress,
});
export type AudioFacts = z.output<typeof AudioFacts>;

/** An uploaded audio file and the progress of its processing. Clients poll it until it is `ready` or `failed`. */
export const Upload = z.object({
  id,
  /** The original file; `POST /track` accepts it as `audio_url`. */
  url: webAddress,
  file_name: z.string().nullable(),
  bytes: z.int().positive(),
  state: z.enum(['waiting', 'processing', 'ready', 'failed']),
  /** In order; `progress` from 0 to 1. */
  steps: z.array(z.object({ name: z.enum(steps), progress: z.number().min(0).max(1) })),
  /** The number of files that are processed before this one. */
  ahead: z.int().nonnegative(),
  /** Set when `ready`. */
  facts: AudioFacts.nullable(),
  /** Reason as a sentence, if `failed`. */
  failure: z.string().nullable(),
  created_at: epochMs,
});
export type Upload = z.output<typeof Upload>;

export const uploadAudio = endpoint('POST /api/upload/audio', {
  access: 'admin',
  summary:
    'Uploads one audio file (mp3, wav, flac, ogg, m4a) and queues it for processing. Errors repeat their message as `error`.',
  upload: { field: 'audio', maxBytes: AUDIO_MAX_BYTES },
  returns: Upload,
});

export const uploadCover = endpoint('POST /api/upload/cover', {
  access: 'admin',
  summary:
    'Uploads one picture and stores it as a cover in every width. Errors repeat their message as `error`.',
  upload: { field: 'cover', maxBytes: COVER_MAX_BYTES },
  returns: z.object({ url: webAddress }),
});

export const getUpload = endpoint('GET /publishing/uploads/:id', {
  access: 'admin',
  summary: 'Returns an uploaded audio file with the progress and the result of its processing.',
  params: idParams,
  returns: Upload,
});

export const discardUpload = endpoint('DELETE /publishing/uploads/:id', {
  access: 'admin',
  summary: 'Deletes an unpublished upload and stops its processing. 409 when a track plays it.',
  params: idParams,
  returns: nothing,
});

export const retryUpload = endpoint('POST /publishing/uploads/:id/retry', {
  access: 'admin',
  summary:
    'Processes an upload again that failed for a reason other than its file. 409 `upload_not_failed` otherwise.',
  params: idParams,
  body: z.object({}),
  returns: nothing,
});

const title = oneLine(TRACK_NAME_MAX, TITLE_REQUIRED);
const artist = oneLine(TRACK_NAME_MAX, ARTIST_REQUIRED);
const genre = oneLine(100, GENRE_REQUIRED);
const note = (max: number) =>
  text(max)
    .transform((value) => value.trim() || null)
    .nullable();

/** The optional fields of a track. Fields left out are measured, or stay as they are. */
const optionalFields = {
  duration_seconds: z
    .int(english('The duration must be a whole number of seconds.'))
    .positive(DURATION_FORMAT)
    .max(86_400, english('The duration must be at most a day.'))
    .optional(),
  cover_image_url: webAddress
    .or(z.literal('').transform(() => null))
    .nullable()
    .optional(),
  /** A track with a date in the future is hidden until then. */
  release_date: z.iso.datetime({ offset: true, error: english('This is not a date and time.') }).optional(),
  bpm: z.number().positive().max(1000).nullable().optional(),
  musical_key: note(200).optional(),
  /** For audio hosted elsewhere; measured for uploads. */
  loudness_lufs: z.number().min(-200).max(100).nullable().optional(),
  preview_url: webAddress.nullable().optional(),
  waveform_json_url: webAddress.nullable().optional(),
  provider: note(200).optional(),
  prompt_text: note(PROMPT_MAX).optional(),
  seed: z.int().nullable().optional(),
  rights_status: note(RIGHTS_MAX).optional(),
  /** Plain text or LRC. */
  lyrics: text(LYRICS_MAX).transform(tidyTimedLyrics).nullable().optional(),
};

export const publishTrack = endpoint('POST /track', {
  access: 'admin',
  summary:
    'Publishes a track; with `request_id` it also releases that request, both or neither. One upload makes one track: publishing it again returns that track. Waits up to 50 s for its audio to be processed, then 409 `upload_processing`; 409 `request_closed` when the request was already released or declined.',
  body: z.object({
    title: z.string(TITLE_REQUIRED).pipe(title),
    display_artist: z.string(ARTIST_REQUIRED).pipe(artist),
    genre: z.string(GENRE_REQUIRED).pipe(genre),
    /** The `url` of an upload, or any other web address. */
    audio_url: webAddress.optional(),
    ...optionalFields,
    request_id: id.nullable().optional(),
  }),
  returns: TrackWithLyrics,
  status: 201,
});

export const editTrack = endpoint('PATCH /track/:id', {
  access: 'admin',
  summary: 'Changes a track, or restores it with `is_deleted: false`.',
  params: idParams,
  body: z.object({
    track_id: id.optional(),
    title: title.optional(),
    display_artist: artist.optional(),
    genre: genre.optional(),
    audio_url: webAddress.optional(),
    ...optionalFields,
    is_deleted: z.boolean().optional(),
  }),
  returns: TrackWithLyrics,
});

export const deleteTrack = endpoint('DELETE /track/:id', {
  access: 'admin',
  summary: 'Withdraws a track: it is marked as deleted and hidden from everyone but admins.',
  params: idParams,
  returns: nothing,
});

/** A track as admins see it. */
export const ManagedTrack = Track.extend({
  /** `scheduled`: the release date is in the future. */
  state: z.enum(['live', 'scheduled', 'deleted']),
  /** Unresolved reports. */
  open_reports: z.int().nonnegative(),
});
export type ManagedTrack = z.output<typeof ManagedTrack>;

export const listManagedTracks = endpoint('GET /publishing/tracks', {
  access: 'admin',
  cost: listCost,
  summary: 'Lists every track, newest first, including deleted and scheduled ones.',
  query: pageQuery.extend({
    q: text(200).optional(),
    state: z.enum(['all', 'live', 'scheduled', 'deleted']).default('all'),
  }),
  returns: z.array(ManagedTrack),
});

export const listQueue = endpoint('GET /publishing/queue', {
  access: 'admin',
  summary: 'Lists queued requests: most votes first, then oldest.',
  returns: z.array(SongRequest),
});
