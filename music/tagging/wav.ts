import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { encodeId3 } from './id3.ts';
import { type SongTags, xmpOf } from './song-tags.ts';

/** More chunks than a real file has. */
const MAX_CHUNKS = 1000;

/**
 * Writes a WAV file with its tags in the chunks that other programs read: `id3 ` and, for XMP, `_PMX`.
 * @returns false if it must stay as it is: RF64, a length that was never filled in, or a C2PA manifest.
 */
export async function tagWav(from: string, to: string, tags: SongTags): Promise<boolean> {
  const kept = await keptChunks(from);
  if (!kept) return false;
  const xmp = xmpOf(tags);
  const added = [
    chunk('id3 ', encodeId3(tags)),
    ...(xmp === undefined ? [] : [chunk('_PMX', Buffer.from(xmp))]),
  ];
  const size = [...kept.map(({ start, end }) => end - start), ...added.map(({ length }) => length)];
  const total = 4 + size.reduce((sum, bytes) => sum + bytes + (bytes & 1), 0);
  if (total > 0xffffffff) return false;
  const head = Buffer.from('RIFF\0\0\0\0WAVE');
  head.writeUInt32LE(total, 4);
  const output = createWriteStream(to, { flush: true });
  await pipeline(async function* () {
    yield head;
    for (const { start, end } of kept) {
      yield* createReadStream(from, { start, end: end - 1 });
      if ((end - start) & 1) yield Buffer.alloc(1);
    }
    for (const bytes of added) yield bytes.length & 1 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
  }, output);
  return true;
}

function chunk(id: string, data: Buffer): Buffer {
  const head = Buffer.from(`${id}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

/** Ranges of the chunks that stay, without their padding: all but older tags. */
async function keptChunks(path: string): Promise<{ start: number; end: number }[] | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(12);
    await file.read(head, 0, 12, 0);
    if (head.toString('latin1', 0, 4) !== 'RIFF') return undefined;
    const kept: { start: number; end: number }[] = [];
    let hasSound = false;
    for (let start = 12, count = 0; start + 8 <= size; count++) {
      head.fill(0);
      await file.read(head, 0, 12, start);
      const id = head.toString('latin1', 0, 4);
      const end = start + 8 + head.readUInt32LE(4);
      if (id === 'C2PA' || end > size || count > MAX_CHUNKS) return undefined;
      hasSound ||= id === 'data' && end > start + 8;
      const isTag =
        /^(id3 |ID3 |_PMX)$/.test(id) || (id === 'LIST' && head.toString('latin1', 8, 12) === 'INFO');
      if (!isTag) kept.push({ start, end });
      start = end + (end & 1);
    }
    return hasSound ? kept : undefined;
  } finally {
    await file.close();
  }
}
