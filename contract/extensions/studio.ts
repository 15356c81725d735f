import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { description, genre, SongRequest, Wish } from '../features/song-requests.ts';
import { REQUEST_LYRICS_MAX } from '../features/song-requests-constants.ts';
import { Provenance } from '../features/track-page.ts';
import { Track } from '../features/tracks.ts';
import { epochMs, id, idParams, nonBlank, nothing, text, webAddress } from '../fields.ts';
import {
  failureKinds,
  SKETCHES_PER_MINUTE,
  TAKE_PROMPT_MAX,
  TAKES_AT_ONCE_MAX,
  takeStates,
} from './studio-constants.ts';

const cents = z.int().nonnegative();
const takeState = z.enum(takeStates);

/** A line of a sketch's response. The last line is `ready` or `failed`. */
export const SketchUpdate = z.discriminatedUnion('state', [
  /** 1 is next. */
  z.object({ state: z.literal('waiting'), place: z.int().positive() }),
  z.object({ state: z.literal('making'), progress: z.number().min(0).max(1) }),
  /** An MP3 of 15 to 20 seconds, as base64. */
  z.object({ state: z.literal('ready'), audio: z.base64() }),
  z.object({ state: z.literal('failed') }),
]);
export type SketchUpdate = z.output<typeof SketchUpdate>;

/** The audio is a part of the response, so that no URL leads to it. */
const sketch = {
  access: 'signed-in',
  cost: 5,
  streamed: true,
  type: 'application/x-ndjson',
  returns: SketchUpdate,
} as const;

export const sketchWords = endpoint('POST /studio/sketches', {
  ...sketch,
  summary: `Plays a sketch of a description by the house band: its hook. Costs nothing and stores nothing; ${SKETCHES_PER_MINUTE} a minute. Ending the call cancels it.`,
  body: z.object({ genre, description, lyrics: text(REQUEST_LYRICS_MAX).nullable().default(null) }),
});

export const sketchRequest = endpoint('POST /requests/:id/sketch', {
  ...sketch,
  summary: 'Plays a sketch of a request that accepts votes. 409 `request_closed` for others.',
  params: idParams,
});

/** A take as listeners see it. */
export const Take = z.object({
  id,
  /** A, B, C …; which take has which label differs per person. */
  label: z.string(),
  state: takeState,
  /** Of the whole take, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Null until the take is ready, and for callers who may not listen. */
  audio_url: webAddress.nullable(),
  waveform_json_url: webAddress.nullable(),
  duration_seconds: z.number().positive().nullable(),
  loudness_lufs: z.number().nullable(),
  chosen_by_caller: z.boolean(),
  /** Number of people who chose it; null until the choice is closed. */
  choices: z.int().nonnegative().nullable(),
  /** True if it became the track. */
  released: z.boolean(),
  /** Outcomes of the request's wishes; empty until it is ready, and for callers who may not listen. */
  heard: z.array(Wish),
  /**
   * The file as its generator delivered it, of the released take and the outtakes; null before the release, and for
   * everyone except Platinum members and admins.
   */
  download_url: webAddress.nullable(),
});
export type Take = z.output<typeof Take>;

export const listTakes = endpoint('GET /requests/:id/takes', {
  access: 'anyone',
  summary:
    'The takes of a request that are being made or are ready, in the order of their labels. The requester, the backers, Platinum members and admins may listen.',
  params: idParams,
  returns: z.array(Take),
});

export const chooseTake = endpoint('PUT /requests/:id/choice', {
  access: 'signed-in',
  summary:
    'Chooses a take, or changes the choice, while the request is `choosing`. Only the requester and the backers choose: others get 403 `not_a_backer`. 409 `choice_closed` afterwards.',
  params: idParams,
  body: z.object({ take_id: id }),
  returns: z.object({
    take_id: id,
    /** True if this was the last choice that was missing: the take is released. */
    closed: z.boolean(),
  }),
});

export const getProvenance = endpoint('GET /track/:id/provenance', {
  access: 'anyone',
  summary: 'Where the song of a live track came from. 404 for a track that the studio did not make.',
  params: idParams,
  returns: Provenance,
});

/** A generator, for admins. */
export const Generator = z.object({
  id: z.string(),
  name: z.string(),
  /** True if the studio uses it by default. */
  is_default: z.boolean(),
  reachable: z.boolean(),
  /** Reason why it cannot be reached, or its own description of itself. */
  message: z.string(),
  /** Of a take of the usual length. */
  cents,
  seconds: z.number().nonnegative(),
  lyrics: z.boolean(),
  seed: z.enum(['exact', 'hint', 'none']),
  max_seconds: z.number().positive(),
  cancel: z.boolean(),
  watermark: z.boolean(),
  rights: z.string(),
  /** Cents reserved or spent this month (UTC). */
  spent_cents: cents,
});
export type Generator = z.output<typeof Generator>;

export const listGenerators = endpoint('GET /studio/generators', {
  access: 'admin',
  summary: 'Lists the configured generators: whether they can be reached and what they cost.',
  returns: z.array(Generator),
});

/** A take as admins see it. */
export const StudioTake = z.object({
  id,
  request_id: id,
  /** 1, 2, 3 … within the request. */
  number: z.int().positive(),
  generator: z.string(),
  state: takeState,
  progress: z.number().min(0).max(1),
  prompt: z.string(),
  seconds: z.number().positive(),
  /** Cost, actual or possible; 0 if its generator certainly did not make it. */
  cents,
  failure: z
    .object({ kind: z.enum(failureKinds), message: z.string(), suggestion: z.string().nullable() })
    .nullable(),
  audio_url: webAddress.nullable(),
  waveform_json_url: webAddress.nullable(),
  duration_seconds: z.number().positive().nullable(),
  loudness_lufs: z.number().nullable(),
  /** Seed that makes it again, as far as its generator can; null if it takes none. */
  seed: z.int().nullable(),
  choices: z.int().nonnegative(),
  heard: z.array(Wish),
  created_at: epochMs,
});
export type StudioTake = z.output<typeof StudioTake>;

export const StudioRequest = SongRequest.extend({
  /** The words to sing; null if none were given. */
  lyrics: z.string().nullable(),
  takes: z.array(StudioTake),
  /** Of the takes that the studio would make for it, and the generator it would ask; null without one. */
  estimate: z.object({ generator: z.string(), takes: z.int(), cents, seconds: z.number() }).nullable(),
  /** Time when every credit is returned unless a song is released before. */
  return_at: epochMs,
});
export type StudioRequest = z.output<typeof StudioRequest>;

export const getStudio = endpoint('GET /studio', {
  access: 'admin',
  summary: 'The studio: queued requests and those with takes, in the order in which they are made.',
  returns: z.object({
    mode: z.enum(['auto', 'manual']),
    takes_per_request: z.int().positive(),
    choosing_hours: z.number().positive(),
    return_days: z.number().positive(),
    /** Cents for paid generators each month; null without a limit. */
    monthly_budget: cents.nullable(),
    spending: z.array(z.object({ generator: z.string(), cents })),
    requests: z.array(StudioRequest),
  }),
});
export type Studio = z.output<typeof getStudio.returns>;

const prompt = nonBlank(TAKE_PROMPT_MAX);

export const makeTakes = endpoint('POST /requests/:id/takes', {
  access: 'admin',
  summary:
    'Makes takes of a queued request, or more takes of one in the studio. 409 `request_closed` for others, `too_many_takes`, `no_generator`.',
  params: idParams,
  body: z.object({
    generator: z.string().max(100).optional(),
    prompt: prompt.optional(),
    count: z.int().min(1).max(TAKES_AT_ONCE_MAX).optional(),
  }),
  returns: z.array(StudioTake),
  status: 201,
});

export const cancelTake = endpoint('POST /takes/:id/cancel', {
  access: 'admin',
  summary: 'Cancels a take that is not finished.',
  params: idParams,
  returns: StudioTake,
});

export const retryTake = endpoint('POST /takes/:id/retry', {
  access: 'admin',
  summary:
    'Makes a new take like one that failed, was lost or was canceled. 409 `take_not_failed` otherwise.',
  params: idParams,
  returns: StudioTake,
  status: 201,
});

export const releaseTake = endpoint('POST /requests/:id/release', {
  access: 'admin',
  summary: 'Releases a ready take as the song of its request.',
  params: idParams,
  body: z.object({ take_id: id }),
  returns: Track,
  status: 201,
});

export const closeChoice = endpoint('POST /requests/:id/choice/close', {
  access: 'admin',
  summary: 'Closes the choice and releases the take that is ahead.',
  params: idParams,
  returns: Track,
  status: 201,
});

/** Wakes the studio; what the generator says is asked of it again. */
export const receiveWebhook = endpoint('POST /studio/webhooks/:generator', {
  access: 'anyone',
  summary: 'Receives the signed webhooks of a generator.',
  // A generator sends all its webhooks from a few addresses.
  cost: 0.4,
  params: z.strictObject({ generator: z.string().max(100) }),
  file: { maxBytes: 256 * 1024 },
  returns: nothing,
});
