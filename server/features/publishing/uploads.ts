import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { COVER_MAIN_WIDTH } from 'contract/covers.ts';
import { Problem } from 'contract/errors.ts';
import { type AudioFacts, type Upload, uploadAudio, uploadCover } from 'contract/publishing.ts';
import { steps } from 'contract/publishing-constants.ts';
import type { FastifyRequest } from 'fastify';
import { Unplayable } from 'music/analysis/pcm.ts';
import { id3Size, kinds, SNIFFED, sniffAudio } from 'music/analysis/sniff.ts';
import type { Context } from '../../context.ts';
import type { UploadTable } from '../../platform/db/schema.ts';
import { gate } from '../../platform/http/gate.ts';
import { receiveFile } from '../../platform/http/receive-file.ts';
import { inOwnProcess } from './own-process.ts';
import { countAhead, deleteUnpublished, insertUpload, selectByUrl, selectUpload } from './upload-queries.ts';

const oneAtATime = gate({ atOnce: 1, waiting: 10 });

/** A file's name in the store begins with so much of its hash. */
const HASH_LENGTH = 32;

/**
 * Takes an audio file in and has it processed. What is no audio by its first bytes is refused at once.
 * @throws Problem `bad_upload`, `too_large`, `bad_audio`.
 */
export async function receiveAudio(
  c: Context,
  request: FastifyRequest,
  user_id: string,
): Promise<UploadTable> {
  const part = c.media.workFile();
  const file = await receiveFile(request, uploadAudio.upload, part, SNIFFED);
  try {
    const kind = sniffAudio(file.head) ?? (id3Size(file.head) > 0 ? 'mp3' : undefined);
    if (file.bytes === 0) throw new Problem('bad_audio', 'This file is empty. Please choose another.');
    if (!kind) throw new Problem('bad_audio');
    const url = await c.media.take(part, kinds[kind].container, file.hash.slice(0, HASH_LENGTH));
    const row = await writeUpload(c, { url, user_id, file_name: file.name, bytes: file.bytes });
    c.processing.wake();
    return row;
  } finally {
    await rm(part, { force: true });
  }
}

async function writeUpload(
  c: Context,
  given: Pick<UploadTable, 'url' | 'user_id' | 'file_name' | 'bytes'>,
): Promise<UploadTable> {
  // The same file was measured before: that need not be done again.
  const known = (await selectByUrl(c.db, given.url)).find(({ state }) => state === 'ready');
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
  await insertUpload(c.db, row);
  return row;
}

/**
 * Keeps a picture as a cover in every width.
 * @returns its path on our origin.
 * @throws Problem `bad_upload`, `too_large`, `bad_cover`.
 */
export async function receiveCover(c: Context, request: FastifyRequest): Promise<string> {
  const part = c.media.workFile();
  await receiveFile(request, uploadCover.upload, part, 0);
  try {
    const pictures = await oneAtATime(() => inOwnProcess('cover', { file: part }));
    if (!pictures) throw new Problem('bad_cover');
    return await c.media.putWidths(pictures, COVER_MAIN_WIDTH);
  } catch (error) {
    throw error instanceof Unplayable ? new Problem('bad_cover') : error;
  } finally {
    await rm(part, { force: true });
  }
}

/** @throws Problem `not_found`. */
export async function getUpload(c: Context, id: string): Promise<UploadTable> {
  const row = await selectUpload(c.db, id);
  if (!row) throw new Problem('not_found');
  return row;
}

/**
 * Drops an upload; whoever processes it notices and stops, and its files are swept.
 * @throws Problem `not_found`, `upload_published`.
 */
export async function discardUpload(c: Context, id: string): Promise<void> {
  if (await deleteUnpublished(c.db, id)) return;
  await getUpload(c, id);
  throw new Problem('upload_published');
}

/** What is kept of a processed file; addresses are paths on our origin. */
export const factsOf = ({ facts }: UploadTable) =>
  facts === null ? null : (JSON.parse(facts) as AudioFacts);

/** An upload as the page sees it. */
export async function uploadAnswer(c: Context, row: UploadTable, origin: string): Promise<Upload> {
  const facts = factsOf(row);
  const full = <T extends string | null>(address: T) =>
    address?.startsWith('/') ? origin + address : address;
  const reached = row.state === 'ready' ? steps.length : row.step === null ? 0 : steps.indexOf(row.step);
  return {
    id: row.id,
    url: full(row.url),
    file_name: row.file_name,
    bytes: row.bytes,
    state: row.state,
    steps: steps.map((name, i) => ({
      name,
      progress: i < reached ? 1 : i === reached && row.step !== null ? row.progress : 0,
    })),
    ahead: row.state === 'waiting' ? await countAhead(c.db, row) : 0,
    facts: facts && {
      ...facts,
      stream_url: full(facts.stream_url),
      preview_url: full(facts.preview_url),
      waveform_json_url: full(facts.waveform_json_url),
      tags: { ...facts.tags, cover_url: full(facts.tags.cover_url) },
    },
    failure: row.failure,
    created_at: row.created_at,
  } as Upload;
}
