import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from 'contract/errors.ts';

export async function writeStream(stream: Readable, maxBytes: number, to: string, headBytes: number) {
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

export function tooLarge(maxBytes: number): string {
  return `Please choose a file of at most ${maxBytes / 1024 / 1024} MB.`;
}
