import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type {
  editTrack as editContract,
  publishTrack as publishContract,
} from 'contract/features/publishing.ts';
import { AUDIO_REQUIRED } from 'contract/features/publishing-constants.ts';
import type { Wish } from 'contract/features/song-requests.ts';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';
import type { NewTrack } from '../../platform/db/tables/tracks.ts';
import { emit } from '../../platform/jobs.ts';
import { toStoredPath } from '../../platform/media/stored-urls.ts';
import { forgetMoments, lockRequest, lockRequestOf, release } from '../song-requests/song-requests.ts';
import {
  getAnyTrack,
  getAnyTrackWithLyrics,
  insertTrack,
  updateTrack,
  writeLyrics,
} from '../tracks/tracks.ts';
import { findAudio, linkUpload, sourceOf } from './measuring/audio-source.ts';
import { drawSongCover } from './measuring/draw-cover.ts';
import { factsOf, selectPublishedTrack, selectUpload } from './upload-queries.ts';

export { audioWaits, findAudio } from './measuring/audio-source.ts';
export { drawSongCover } from './measuring/draw-cover.ts';
export { MEASURED, PROCESS, processing } from './measuring/processing.ts';
export { REPLACED, type ReplacedFile } from './measuring/repair-tables.ts';
export { listJobs } from './upload-jobs.ts';
export { factsOf, selectUpload } from './upload-queries.ts';
export { queueUpload, receiveAudio, storeAudio, storeCover } from './uploads.ts';
export { type MediaFault, verifyMedia } from './verify-media.ts';

/** Says that a track was published, or that its facts were changed. */
export const WRITTEN = 'track.written';

/** Says that a track was withdrawn. */
export const WITHDRAWN = 'track.withdrawn';

type Publication = z.output<typeof publishContract.body>;
/** A file of the store that was queued. */
export type Uploaded = Pick<UploadTable, 'url' | 'user_id'>;
type Changes = z.output<typeof editContract.body>;

/**
 * Publishes a track and releases the request it answers, both or neither. Fields left out are filled in with what
 * was measured, and a requested song without a cover gets one of its own. One upload makes one track: publishing it again, as after a lost response, returns that track.
 * @param wait how long to wait for the audio to be processed.
 * @throws Problem `bad_input`, `bad_audio`, `upload_processing`; `not_found` and `request_closed` for the request.
 */
export async function publish(
  c: Context,
  user_id: string | undefined,
  { request_id, genre, lyrics = null, ...publication }: Publication,
  wait: AbortSignal,
) {
  const fields = storeMediaPaths(publication);
  if (fields.audio_url === undefined) throw new Problem('bad_input', AUDIO_REQUIRED, { field: 'audio_url' });
  const now = c.clock();
  // The backers are notified immediately and must find the track.
  if (request_id && fields.release_date !== undefined && Date.parse(fields.release_date) > now)
    throw new Problem('bad_input', 'A requested song is released immediately.', {
      field: 'release_date',
    });
  const audio = await findAudio(c, fields.audio_url, wait, user_id);
  const duration_seconds = fields.duration_seconds ?? audio.duration_seconds;
  if (duration_seconds === undefined)
    throw new Problem('bad_input', 'Please enter how long the track is.', {
      field: 'duration_seconds',
    });
  const track = newTrack({ ...fields, audio_url: audio.url }, { ...audio, duration_seconds }, now);
  if (request_id && !track.cover_image_url)
    track.cover_image_url = await drawSongCover(c, request_id, {
      title: track.title,
      genre,
      seed: track.seed ?? 0,
      bpm: track.bpm,
      musical_key: track.musical_key,
      waveform_json_url: track.waveform_json_url ?? null,
    });
  const published = await c.db.transaction().execute(async (tx) => {
    // Requests are locked before everything else.
    if (request_id) await lockRequest(tx, c.engine, request_id);
    const existing = audio.upload_id && (await selectPublishedTrack(tx, c.engine, audio.upload_id));
    if (existing) return existing.id;
    return writeNew(tx, c, track, { genre, lyrics, upload_id: audio.upload_id, request_id });
  });
  return getAnyTrackWithLyrics(c.db, published);
}

/** A track as it is published. What is not given is filled in with what was measured. */
function newTrack<
  Given extends { bpm?: number | null; musical_key?: string | null; release_date?: string | undefined },
  Measured extends object,
>(
  given: Given,
  audio: Pick<ReturnType<typeof sourceOf>, 'bpm' | 'musical_key'> & {
    measured: Measured;
    duration_seconds: number;
  },
  now: number,
) {
  return {
    ...given,
    bpm: given.bpm === undefined ? audio.bpm : given.bpm,
    musical_key: given.musical_key === undefined ? audio.musical_key : given.musical_key,
    ...audio.measured,
    id: randomUUID(),
    duration_seconds: audio.duration_seconds,
    release_date: toIsoDate(given.release_date, now),
    created_at: now,
    updated_at: now,
    is_deleted: 0 as const,
    popularity: 0,
  };
}

/** Data stored with a new track. */
interface Origin {
  genre: Publication['genre'];
  lyrics: string | null;
  upload_id: string | undefined;
  /** The request that it answers, which is released: locked by the caller. */
  request_id: string | null | undefined;
  /** Outcome of the request's wishes. */
  heard?: Wish[] | undefined;
}

/**
 * Writes a new track, and releases its request, which it then names.
 * @returns the track's id.
 * @throws Problem `request_closed`.
 */
async function writeNew(
  tx: Tx,
  c: Context,
  track: Parameters<typeof insertTrack>[1],
  { genre, lyrics, upload_id, request_id, heard }: Origin,
): Promise<string> {
  const { id, created_at: now } = track;
  await insertTrack(tx, track, genre);
  if (lyrics !== null) await writeLyrics(tx, id, lyrics);
  await linkUpload(tx, upload_id, id);
  if (request_id) {
    const { user_id, backers } = await release(tx, c.engine, { id: request_id, track_id: id, heard, now });
    await updateTrack(tx, c.engine, id, { requester_id: user_id, backers });
  }
  await emit(tx, c.engine, WRITTEN, { id }, now);
  return id;
}

/** Facts about a take besides its measured audio. Null for `bpm` and `musical_key` uses what was heard. */
type TakePublication = Pick<
  NewTrack,
  | 'title'
  | 'display_artist'
  | 'audio_url'
  | 'cover_image_url'
  | 'bpm'
  | 'musical_key'
  | 'provider'
  | 'prompt_text'
  | 'seed'
  | 'rights_status'
> & {
  genre: string;
  lyrics: string | null;
  /** Outcome of the request's wishes. */
  heard: Wish[] | undefined;
};

/**
 * Publishes a take's measured upload as the song of its request, which the caller has locked.
 * @returns the id of the track.
 * @throws Problem `request_closed`; `bad_audio` if the upload is not ready.
 */
export async function publishTake(
  tx: Tx,
  c: Context,
  {
    upload_id,
    request_id,
    genre,
    lyrics,
    heard: wishes,
    ...fields
  }: TakePublication & { upload_id: string; request_id: string },
): Promise<string> {
  const upload = await selectUpload(tx, upload_id);
  const facts = upload && factsOf(upload);
  if (!facts) throw new Problem('bad_audio');
  const given = { ...fields, bpm: fields.bpm ?? undefined, musical_key: fields.musical_key ?? undefined };
  const track = newTrack(given, sourceOf(upload, facts), c.clock());
  return writeNew(tx, c, track, { genre, lyrics, upload_id, request_id, heard: wishes });
}

/**
 * Changes a track. New audio replaces the measured fields as well.
 * @throws Problem `not_found`, `song_put_back`, and as `publish`.
 */
export async function edit(
  c: Context,
  id: string,
  { genre, is_deleted, lyrics, track_id: _, ...given }: Changes,
  wait: AbortSignal,
) {
  const before = await getAnyTrack(c.db, id);
  const { audio_url, ...fields } = storeMediaPaths(given);
  const isNewAudio = audio_url !== undefined && audio_url !== before.audio_url;
  const audio = isNewAudio ? await findAudio(c, audio_url, wait) : undefined;
  const changes = {
    ...fields,
    ...(audio && { audio_url: audio.url, ...audio.measured }),
    ...(audio?.duration_seconds !== undefined &&
      fields.duration_seconds === undefined && { duration_seconds: audio.duration_seconds }),
    ...(fields.release_date !== undefined && { release_date: toIsoDate(fields.release_date, 0) }),
    ...(is_deleted !== undefined && { is_deleted: is_deleted ? (1 as const) : (0 as const) }),
    updated_at: c.clock(),
  };
  await c.db.transaction().execute(async (tx) => {
    if (before.is_deleted === 1 && is_deleted === false && before.backers !== null)
      await assertAnswersRequest(tx, c, id);
    if (audio) await forgetMoments(tx, id);
    await updateTrack(tx, c.engine, id, changes, genre);
    if (lyrics !== undefined) await writeLyrics(tx, id, lyrics);
    if (audio) await linkUpload(tx, audio.upload_id, id);
    await emit(tx, c.engine, WRITTEN, { id }, changes.updated_at);
    if (is_deleted) await emit(tx, c.engine, WITHDRAWN, { id }, changes.updated_at);
  });
  return getAnyTrackWithLyrics(c.db, id);
}

/** A requested song that was withdrawn returns only while its request is released: another one may be made. */
async function assertAnswersRequest(tx: Tx, c: Context, track_id: string): Promise<void> {
  const request = await lockRequestOf(tx, c.engine, track_id);
  if (request?.status !== 'released') throw new Problem('song_put_back');
}

/** Withdraws a track. Idempotent. @throws Problem `not_found`. */
export async function withdraw(c: Context, id: string): Promise<void> {
  const { is_deleted } = await getAnyTrack(c.db, id);
  if (is_deleted) return;
  const updated_at = c.clock();
  await c.db.transaction().execute(async (tx) => {
    await updateTrack(tx, c.engine, id, { is_deleted: 1, updated_at });
    await emit(tx, c.engine, WITHDRAWN, { id }, updated_at);
  });
}

const MEDIA_FIELDS = ['audio_url', 'cover_image_url', 'preview_url', 'waveform_json_url'] as const;

/** Files of ours are stored by path, through whichever host name they were uploaded. */
function storeMediaPaths<T extends Partial<Record<(typeof MEDIA_FIELDS)[number], string | null>>>(
  given: T,
): T {
  const stored = { ...given };
  for (const field of MEDIA_FIELDS) {
    const address = stored[field];
    if (address) stored[field] = toStoredPath(address);
  }
  return stored;
}

const toIsoDate = (text: string | undefined, now: number) => new Date(text ?? now).toISOString();
