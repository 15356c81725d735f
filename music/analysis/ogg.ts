import { open } from 'node:fs/promises';
import { type Sound, Unplayable } from './pcm.ts';

/** Bytes read at once; longer than any page. */
const WINDOW = 1024 * 1024;
const MAX_STREAMS = 1000;

/** Flags of a page's header. Source: RFC 3533. */
const FIRST = 2;
const LAST = 4;

const CONTINUED = 1;

/** The beginning of a page: its name and version. */
const PAGE = 'OggS\0';

/**
 * Reads the page at the beginning. Of one that breaks off, what is whole counts.
 * @returns also its size in the file; undefined if more must be read.
 */
function pageAt(bytes: Buffer, isLast: boolean): { page: Buffer; size: number } | undefined {
  const head = 27 + (bytes[26] ?? 255);
  const segments = bytes.subarray(27, head);
  const size = segments.reduce((sum, segment) => sum + segment, head);
  const next = bytes.indexOf(PAGE, 4);
  const until = next < 0 ? bytes.length : next;
  if (size <= until) return { page: Buffer.from(bytes.subarray(0, size)), size };
  if (next < 0 && !isLast) return undefined;
  let [count, end] = [0, head];
  while (end + segments[count]! <= until) end += segments[count++]!;
  const page = Buffer.concat([bytes.subarray(0, 27 + count), bytes.subarray(head, end)]);
  page.set([page[5]! & ~LAST], 5);
  page.set([count], 26);
  return { page, size: until };
}

/** Reads the pages of an Ogg file, in order, and skips what lies between them. */
async function* allPages({ path, start, end }: Sound): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const window = Buffer.alloc(WINDOW);
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(window, 0, Math.min(WINDOW, end - at), at);
      const isLast = bytesRead === 0 || at + bytesRead >= end;
      let rest = window.subarray(0, bytesRead);
      for (let place = rest.indexOf(PAGE); place >= 0; place = rest.indexOf(PAGE)) {
        rest = rest.subarray(place);
        const read = rest.length < 28 ? undefined : pageAt(rest, isLast);
        if (!read) break;
        yield read.page;
        rest = rest.subarray(read.size);
      }
      if (isLast) return;
      // Without a page, the name of one may begin in the last bytes.
      at += bytesRead - (rest.indexOf(PAGE) === 0 ? rest.length : Math.min(rest.length, PAGE.length - 1));
    }
  } finally {
    await file.close();
  }
}

/** The comments of Opus without any. Source: RFC 7845, 5.2. */
const NO_COMMENTS = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1');

/**
 * Empties the comments that end on a page: the decoder of Opus knows none beyond one page, which a picture always
 * needs.
 * @param number of the page that is left: the decoder looks for them on the second.
 * @returns undefined if they go on after it.
 */
function withoutComments(page: Buffer, number: number): Buffer | undefined {
  const laces = page.subarray(27, 27 + page[26]!);
  const last = laces.findIndex((lace) => lace < 255);
  if (last < 0) return undefined;
  const end = laces.subarray(0, last + 1).reduce((sum, lace) => sum + lace, 27 + laces.length);
  const header = Buffer.from(page.subarray(0, 27));
  header.set([header[5]! & ~CONTINUED], 5);
  header.set([laces.length - last], 26);
  header.writeUInt32LE(number, 18);
  const lengths = [Buffer.of(NO_COMMENTS.length), laces.subarray(last + 1)];
  return Buffer.concat([header, ...lengths, NO_COMMENTS, page.subarray(end)]);
}

/**
 * Reads an Ogg file page by page. `bytes` is null behind each of the streams that follow each other, where a decoder
 * ends; `promised` is `more` once a page or the marked end of a stream was missing.
 * @throws Unplayable on too many streams.
 */
export async function* readOgg(sound: Sound) {
  /** The numbers of the next pages of the streams that have not ended. */
  const next = new Map<number, number>();
  /** Streams of Opus whose comments have not ended, and the number of the page on which these begin. */
  const commented = new Map<number, number>();
  let [streams, isHead, promised]: [number, boolean, 'more' | null] = [1, true, null];
  for await (const bytes of allPages(sound)) {
    const [flags, stream, number] = [bytes[5]!, bytes.readUInt32LE(14), bytes.readUInt32LE(18)];
    const begins = (flags & FIRST) !== 0;
    if (begins && !isHead) {
      if (next.size > 0) promised = 'more';
      if (++streams > MAX_STREAMS) throw new Unplayable('This file consists of too many parts.');
      yield { bytes: null, promised };
      next.clear();
      commented.clear();
    }
    isHead = begins;
    if (number !== (next.get(stream) ?? number)) promised = 'more';
    if (flags & LAST) next.delete(stream);
    else next.set(stream, number + 1);
    if (begins && bytes.toString('latin1', 27 + bytes[26]!).startsWith('OpusHead'))
      commented.set(stream, number + 1);
    const comments = commented.get(stream);
    if (!begins && comments !== undefined) {
      const rest = withoutComments(bytes, comments);
      if (!rest) continue;
      commented.delete(stream);
      yield { bytes: rest, promised };
      continue;
    }
    yield { bytes, promised };
  }
  yield { bytes: null, promised: next.size > 0 ? ('more' as const) : promised };
}
