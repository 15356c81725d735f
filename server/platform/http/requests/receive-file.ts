import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Problem } from 'contract/errors.ts';
import { toOneLine } from 'contract/fields.ts';
import { english, type Message, message } from 'contract/text/messages.ts';
import type { FastifyRequest } from 'fastify';

/** An uploaded file. */
interface ReceivedFile {
  /** The sender's name for it, for display only. */
  name: string | null;
  bytes: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** Its first bytes. */
  head: Buffer;
}

/** The most that a form may add to its file, bytes. */
export const FORM_BYTES = 64 * 1024;

/** An upload without new data for this long is aborted, ms. A slow but steady one may take longer. */
const STALLED_MS = 60_000;

const INCOMPLETE = english('The upload was incomplete. Please send the file again.');

/**
 * Streams the file of a form to disk and ignores the form's other fields. If it fails, nothing stays on disk.
 * @param headBytes how many of its first bytes to return.
 * @throws Problem `bad_upload`, `too_large`.
 */
export async function receiveFile(
  request: FastifyRequest,
  { field, maxBytes }: { field: string; maxBytes: number },
  to: string,
  headBytes: number,
): Promise<ReceivedFile> {
  try {
    return await receive(request, field, maxBytes, to, headBytes);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

function receive(
  { raw, headers }: FastifyRequest,
  field: string,
  maxBytes: number,
  to: string,
  headBytes: number,
): Promise<ReceivedFile> {
  const badUpload = (words?: string | Message) => new Problem('bad_upload', words, { field });
  return new Promise((resolve, reject) => {
    let form: InstanceType<typeof Busboy>;
    try {
      form = new Busboy({
        headers: headers as { 'content-type': string },
        limits: { files: 2, fields: 10, parts: 12, fieldSize: 4096, fieldNameSize: 100, headerPairs: 50 },
      });
    } catch {
      reject(badUpload());
      return;
    }
    let file: Promise<ReceivedFile> | undefined;
    const streams: Readable[] = [];
    const fail = (problem: Error) => {
      raw.unpipe(form);
      form.destroy();
      for (const stream of streams) stream.destroy();
      // Reject only after the file is closed: otherwise the caller could remove it before it is even created.
      Promise.allSettled([file]).then(() => reject(problem));
    };
    form.on('file', (name: string, stream: Readable, filename: string) => {
      streams.push(stream);
      stream.on('error', () => {});
      if (file || name !== field) {
        fail(
          badUpload(
            file
              ? english('Please send one file only.')
              : message('Please send the file in the field "{field}".', { field }),
          ),
        );
        return;
      }
      file = writeStream(stream, maxBytes, to, headBytes).then((written) => ({
        name: displayName(filename),
        ...written,
      }));
      file.catch((error) => fail(error instanceof Problem || 'code' in error ? error : badUpload()));
    });
    form.on('error', () => fail(badUpload(INCOMPLETE)));
    form.on('finish', () =>
      file ? file.then(resolve, reject) : reject(badUpload(english('Please choose a file first.'))),
    );
    raw.once('close', () => {
      if (!raw.complete) fail(badUpload(INCOMPLETE));
    });
    const onStall = () => {
      // Paused means that our disk is slow, which is not the sender's fault.
      if (raw.isPaused()) stallTimer = setTimeout(onStall, STALLED_MS);
      else fail(badUpload(INCOMPLETE));
    };
    let stallTimer = setTimeout(onStall, STALLED_MS);
    const resetStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(onStall, STALLED_MS);
    };
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(stallTimer));
    // Limit the rest of the form too, or a form without a file could go on forever.
    let received = 0;
    raw.on('data', (chunk: Buffer) => {
      resetStallTimer();
      received += chunk.length;
      if (received > maxBytes + FORM_BYTES) fail(new Problem('too_large', tooLarge(maxBytes)));
    });
    raw.pipe(form);
  });
}

async function writeStream(stream: Readable, maxBytes: number, to: string, headBytes: number) {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let bytes = 0;
  await pipeline(
    stream,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        if (bytes < headBytes) head.push(Buffer.from(chunk.subarray(0, headBytes - bytes)));
        bytes += chunk.length;
        if (bytes > maxBytes) throw new Problem('too_large', tooLarge(maxBytes));
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(to, { flags: 'wx', flush: true }),
  );
  return { bytes, hash: hash.digest('hex'), head: Buffer.concat(head) };
}

export const tooLarge = (maxBytes: number) =>
  message('Please choose a file of at most {megabytes} MB.', { megabytes: maxBytes / 1024 / 1024 });

/** A file name as one line of readable text, without its path. */
export function displayName(name: string | undefined): string | null {
  return toOneLine((name ?? '').replace(/^.*[\\/]/s, ''), NAME_MAX) || null;
}

/** Longer file names are cut. */
const NAME_MAX = 255;
