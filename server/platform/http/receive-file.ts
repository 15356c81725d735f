import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';

/** A file as it came in. */
export interface Received {
  /** As the sender calls it; for people to read, never a path. */
  name: string | null;
  bytes: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** Its first bytes. */
  head: Buffer;
}

/** What a form adds to its file at most, bytes. */
export const FORM_BYTES = 64 * 1024;

/** A sender of whom nothing was heard for so long is gone, ms. However slow, one who goes on may go on. */
const STALLED_MS = 60_000;

/** Characters of a file's name that are kept. */
const NAME_MAX = 255;

/**
 * Writes the one file of a form to disk as it comes in, and nothing else of the form. However it ends short,
 * nothing stays on disk.
 * @param headBytes how much of its beginning is wanted.
 * @throws Problem `bad_upload`, `too_large`.
 */
export async function receiveFile(
  request: FastifyRequest,
  { field, maxBytes }: { field: string; maxBytes: number },
  to: string,
  headBytes: number,
): Promise<Received> {
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
): Promise<Received> {
  const bad = (message?: string) => new Problem('bad_upload', message, { field });
  return new Promise((resolve, reject) => {
    let form: InstanceType<typeof Busboy>;
    try {
      form = new Busboy({
        headers: headers as { 'content-type': string },
        limits: { files: 2, fields: 10, parts: 12, fieldSize: 4096, fieldNameSize: 100, headerPairs: 50 },
      });
    } catch {
      reject(bad());
      return;
    }
    let file: Promise<Received> | undefined;
    const streams: Readable[] = [];
    const fail = (problem: Error) => {
      raw.unpipe(form);
      form.destroy();
      for (const stream of streams) stream.destroy();
      // Not before it is closed: whoever clears it away must not be overtaken by its being opened.
      Promise.allSettled([file]).then(() => reject(problem));
    };
    form.on('file', (name: string, stream: Readable, filename: string) => {
      streams.push(stream);
      stream.on('error', () => {});
      if (file || name !== field) {
        fail(bad(file ? 'Please send one file only.' : `Please send the file in the field "${field}".`));
        return;
      }
      file = keep(stream, maxBytes, to, headBytes).then((kept) => ({ name: readable(filename), ...kept }));
      file.catch((error) => fail(error instanceof Problem || 'code' in error ? error : bad()));
    });
    form.on('error', () => fail(bad('The file did not arrive whole. Please send it again.')));
    form.on('finish', () => (file ? file.then(resolve, reject) : reject(bad('Please choose a file first.'))));
    raw.once('close', () => {
      if (!raw.complete) fail(bad('The file did not arrive whole. Please send it again.'));
    });
    const stalled = () => {
      // A disk that is slow is not the sender's fault.
      if (raw.isPaused()) late = setTimeout(stalled, STALLED_MS);
      else fail(bad('The file did not arrive whole. Please send it again.'));
    };
    let late = setTimeout(stalled, STALLED_MS);
    const heard = () => {
      clearTimeout(late);
      late = setTimeout(stalled, STALLED_MS);
    };
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(late));
    // What stands around the file has its bound too, or a form without a file could go on for ever.
    let arrived = 0;
    raw.on('data', (piece: Buffer) => {
      heard();
      arrived += piece.length;
      if (arrived > maxBytes + FORM_BYTES) fail(new Problem('too_large', tooLarge(maxBytes)));
    });
    raw.pipe(form);
  });
}

async function keep(stream: Readable, maxBytes: number, to: string, headBytes: number) {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let bytes = 0;
  await pipeline(
    stream,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        if (bytes < headBytes) head.push(Buffer.from(piece.subarray(0, headBytes - bytes)));
        bytes += piece.length;
        if (bytes > maxBytes) throw new Problem('too_large', tooLarge(maxBytes));
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(to, { flags: 'wx', flush: true }),
  );
  return { bytes, hash: hash.digest('hex'), head: Buffer.concat(head) };
}

export function tooLarge(maxBytes: number): string {
  return `Please choose a file of at most ${maxBytes / 1024 / 1024} MB.`;
}

/** The name as one line of readable text, without what may stand before it. */
function readable(name: string | undefined): string | null {
  const line = (name ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, '')
    .replace(/^.*[\\/]/, '')
    .trim();
  return [...line].slice(0, NAME_MAX).join('') || null;
}
