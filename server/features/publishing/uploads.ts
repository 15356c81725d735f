import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { Problem } from 'contract/errors.ts';
import { uploadAudio, uploadCover } from 'contract/features/publishing.ts';
import { COVER_MAIN_WIDTH } from 'contract/pictures/covers.ts';
import { english } from 'contract/text/messages.ts';
import type { FastifyRequest } from 'fastify';
import { kinds } from 'music/analysis/pcm.ts';
import { findSound } from 'music/analysis/sniff.ts';
import { concurrencyLimit } from '../../platform/concurrency.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';
import { receiveFile } from '../../platform/http/requests/receive-file.ts';
import { dequeue, enqueue } from '../../platform/jobs.ts';
import { isPicture, isTooManyPixels, PICTURE_HEAD_BYTES } from '../../platform/media/picture.ts';
import { runInWorker, WorkerFailed } from './measuring/process-upload.ts';
import { PROCESS } from './measuring/processing.ts';
import { deleteUnpublished, insertUpload, selectReadyFacts, selectUpload } from './upload-queries.ts';

const oneAtATime = concurrencyLimit({ atOnce: 1, waiting: 10 });

const COVER_NOT_PROCESSED = english(
  'The server could not process this picture. Please try again in a moment.',
);

/** Hexadecimal digits of a file's hash in its stored name. */
const HASH_LENGTH = 32;

/**
 * Receives an audio file and queues it for processing. Refuses files that do not begin like audio.
 * @throws Problem `bad_upload`, `too_large`, `bad_audio`.
 */
export async function receiveAudio(
  c: Context,
  request: FastifyRequest,
  user_id: string,
): Promise<UploadTable> {
  const part = c.media.workFile();
  const file = await receiveFile(request, uploadAudio.upload, part, 0);
  try {
    if (file.bytes === 0) throw new Problem('bad_audio', 'This file is empty. Please choose another.');
    const url = await c.media.moveIn(part, await containerOf(part), file.hash.slice(0, HASH_LENGTH));
    const given = { url, user_id, file_name: file.name, bytes: file.bytes, take_id: null };
    return await c.db.transaction().execute((tx) => queueUpload(tx, c, given));
  } finally {
    await rm(part, { force: true });
  }
}

/** The container of the sound in a file. @throws Problem `bad_audio`. */
async function containerOf(file: string, message?: string) {
  const sound = await findSound(file);
  if (!sound) throw new Problem('bad_audio', message);
  return kinds[sound.kind].container;
}

/**
 * Moves an audio file, one of `media.workFile`, into the store.
 * @param refusal what is said of a file that does not begin like audio.
 * @returns its path on this server.
 * @throws Problem `bad_audio` if it does not begin like audio.
 */
export async function storeAudio(
  c: Context,
  part: string,
  refusal?: string,
): Promise<{ url: string; bytes: number }> {
  const { size: bytes } = await stat(part);
  const container = await containerOf(part, refusal);
  return { url: await c.media.moveIn(part, container), bytes };
}

/** Queues an upload, or copies the result when the same file was processed before. */
export async function queueUpload(
  tx: Tx,
  c: Context,
  given: Pick<UploadTable, 'url' | 'user_id' | 'file_name' | 'bytes' | 'take_id'>,
): Promise<UploadTable> {
  // Locked, so that its files are not swept before the new row refers to them.
  const known = await selectReadyFacts(tx, c.engine, given.url);
  const now = c.clock();
  const row: UploadTable = {
    ...given,
    id: randomUUID(),
    state: known ? 'ready' : 'waiting',
    facts: known?.facts ?? null,
    step: null,
    progress: 0,
    failure: null,
    attempts: 0,
    lease: null,
    lease_until: null,
    track_id: null,
    created_at: now,
    updated_at: now,
  };
  await insertUpload(tx, row);
  if (!known) await enqueue(tx, c.engine, { kind: PROCESS, key: row.id, run_at: now });
  return row;
}

/**
 * Receives a picture and stores it as a cover in every width.
 * @returns its path on our origin.
 * @throws Problem `bad_upload`, `too_large`, `bad_cover`, `too_many_pixels`, `unavailable`.
 */
export async function receiveCover(c: Context, request: FastifyRequest): Promise<string> {
  const part = c.media.workFile();
  const { head } = await receiveFile(request, uploadCover.upload, part, PICTURE_HEAD_BYTES);
  try {
    if (!isPicture(head)) throw new Problem('bad_cover');
    if (isTooManyPixels(head)) throw new Problem('too_many_pixels');
    return await storeCover(c, part);
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    request.log.error({ err: error }, 'processing a cover failed');
    throw new Problem('unavailable', COVER_NOT_PROCESSED, { retry_after: 10 });
  } finally {
    await rm(part, { force: true });
  }
}

/** Stores a picture as a cover in every width. @returns its path. @throws Problem `bad_cover`; WorkerFailed */
export async function storeCover(c: Context, file: string): Promise<string> {
  const pictures = await oneAtATime(() => runInWorker('cover', { file }));
  if (!pictures) throw new Problem('bad_cover');
  return c.media.putWidths(pictures, COVER_MAIN_WIDTH);
}

/** @throws Problem `not_found`. */
export async function getUpload(c: Context, id: string): Promise<UploadTable> {
  const row = await selectUpload(c.db, id);
  if (!row) throw new Problem('not_found');
  return row;
}

/**
 * Deletes an upload. The server that processes it stops, and the sweep removes its files.
 * @throws Problem `not_found`, `upload_published`.
 */
export async function discardUpload(c: Context, id: string): Promise<void> {
  const isDeleted = await c.db.transaction().execute(async (tx) => {
    await dequeue(tx, PROCESS, id);
    return deleteUnpublished(tx, id);
  });
  if (isDeleted) return;
  await getUpload(c, id);
  throw new Problem('upload_published');
}
