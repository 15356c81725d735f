import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type SongTags, xmpOf } from './song-tags.ts';

/** Types of FLAC's metadata blocks. */
const [PADDING, COMMENTS, PICTURE] = [1, 4, 6];
/** More metadata is not rewritten, bytes. */
const MAX_METADATA = 16 * 1024 * 1024;

/** Writes a FLAC file with tags (RFC 9639, 8). @returns false if it must stay as it is. */
export async function tagFlac(from: string, to: string, tags: SongTags): Promise<boolean> {
  const file = await open(from);
  const kept: { type: number; data: Buffer }[] = [];
  let old: Buffer | undefined;
  let at = 4;
  try {
    for (let isLast = false; !isLast; ) {
      const { buffer: head, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, at);
      const length = head.readUIntBE(1, 3);
      if (bytesRead < 4 || at + length > MAX_METADATA) return false;
      const { buffer: data, bytesRead: found } = await file.read(Buffer.alloc(length), 0, length, at + 4);
      if (found < length) return false;
      isLast = (head[0]! & 0x80) !== 0;
      at += 4 + length;
      const type = head[0]! & 0x7f;
      if (type === COMMENTS) old = data;
      else if (type !== PADDING && !(type === PICTURE && tags.cover)) kept.push({ type, data });
    }
  } finally {
    await file.close();
  }
  const blocks = [...kept, { type: COMMENTS, data: commentsOf(tags, old) }];
  if (tags.cover) blocks.push({ type: PICTURE, data: pictureOf(tags.cover) });
  const output = createWriteStream(to, { flush: true });
  output.write('fLaC');
  for (const [i, { type, data }] of blocks.entries())
    output.write(Buffer.concat([blockHead(type, data.length, i === blocks.length - 1), data]));
  await pipeline(createReadStream(from, { start: at }), output);
  return true;
}

function blockHead(type: number, length: number, isLast: boolean): Buffer {
  const head = Buffer.from([type | (isLast ? 0x80 : 0), 0, 0, 0]);
  head.writeUIntBE(length, 1, 3);
  return head;
}

/** A block of FLAC with a front cover, which Ogg has as a field. */
function pictureOf(jpeg: Uint8Array): Buffer {
  const u32 = (n: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(n);
    return bytes;
  };
  const mime = Buffer.from('image/jpeg');
  // A front cover; its description, size and colors are left open.
  const head = [u32(3), u32(mime.length), mime, Buffer.alloc(20), u32(jpeg.length)];
  return Buffer.concat([...head, jpeg]);
}

/** Vorbis comments: ours, and those of `old` under other names. */
function commentsOf(tags: SongTags, old: Buffer | undefined, more: Record<string, string> = {}): Buffer {
  const { title, artist, album, genre, made, copyright, comment, lyrics, tool } = tags;
  const named = {
    TITLE: title,
    ARTIST: artist,
    ALBUM: album,
    GENRE: genre,
    DATE: made,
    COPYRIGHT: copyright,
  };
  const ours = Object.entries({
    ...named,
    COMMENT: comment,
    LYRICS: lyrics,
    ENCODED_BY: tool,
    ...tags.fields,
    XMP: xmpOf(tags),
    ...more,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value.replaceAll('\0', '')}`]));
  const nameOf = (field: string) => field.split('=', 1)[0]!.toUpperCase();
  const names = new Set(ours.map(nameOf));
  const { vendor, fields } = readComments(old);
  const all = [vendor, ...ours, ...fields.filter((field) => !names.has(nameOf(field)))];
  const encoded = all.flatMap((text, i) => {
    const bytes = Buffer.from(text);
    return [u32le(bytes.length), bytes, ...(i === 0 ? [u32le(all.length - 1)] : [])];
  });
  return Buffer.concat(encoded);
}

function u32le(n: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(n);
  return bytes;
}

/** Reads the comments of a block; of one that breaks off, those that are there. */
function readComments(block: Buffer | undefined): { vendor: string; fields: string[] } {
  const texts: string[] = [];
  for (let at = 0; block && at + 4 <= block.length; ) {
    const end = at + 4 + block.readUInt32LE(at);
    if (end > block.length) break;
    texts.push(block.toString('utf8', at + 4, end));
    // The number of fields follows the vendor.
    at = texts.length === 1 ? end + 4 : end;
  }
  const [vendor = 'Ovation', ...fields] = texts;
  return { vendor, fields };
}

/** A page of Ogg (RFC 3533, 6). */
interface Page {
  header: Buffer;
  laces: Buffer;
  body: Buffer;
}

/**
 * Writes an Ogg file with tags: Vorbis, Opus or FLAC in one stream. Pages are numbered anew, and the sound is copied.
 * @returns false for several streams, or a file that is not built as it should be.
 */
export async function tagOgg(from: string, to: string, tags: SongTags): Promise<boolean> {
  const pages = pagesOf(await readFile(from));
  const first = pages?.[0]?.body.toString('latin1', 0, 9) ?? '';
  const isFlac = first.startsWith('\x7fFLAC');
  const headers = isFlac ? 1 + pages![0]!.body.readUInt16BE(7) : first.startsWith('OpusHead') ? 2 : 3;
  if (!pages || headers < 2) return false;
  // The packets that describe the sound, which begins on a page of its own.
  const packets: Buffer[] = [];
  let open: Buffer[] = [];
  let used = 0;
  while (packets.length < headers || open.length > 0) {
    const page = pages[used++];
    if (!page) return false;
    let at = 0;
    for (const lace of page.laces) {
      open.push(page.body.subarray(at, at + lace));
      at += lace;
      if (lace === 255) continue;
      packets.push(Buffer.concat(open));
      open = [];
    }
  }
  if (packets.length !== headers) return false;
  packets[1] = commentPacket(packets[1]!, isFlac, tags);
  const head = pages[0]!.header;
  const rest = pages.slice(used);
  const all = [pages[0]!, ...paginate(packets.slice(1), head), ...rest];
  await writeFile(to, Buffer.concat(all.map((page, number) => encodePage(page, number))), { flush: true });
  return true;
}

/** The comments of a packet, between what each format has around them. */
function commentPacket(packet: Buffer, isFlac: boolean, tags: SongTags): Buffer {
  const before = isFlac ? 4 : packet.toString('latin1', 0, 8) === 'OpusTags' ? 8 : 7;
  const cover = tags.cover && { METADATA_BLOCK_PICTURE: pictureOf(tags.cover).toString('base64') };
  const comments = commentsOf(tags, packet.subarray(before), cover);
  if (isFlac)
    return Buffer.concat([blockHead(COMMENTS, comments.length, (packet[0]! & 0x80) !== 0), comments]);
  return Buffer.concat([packet.subarray(0, before), comments, Buffer.from(before === 7 ? [1] : [])]);
}

/** The pages of a file with one stream; undefined otherwise. */
function pagesOf(file: Buffer): Page[] | undefined {
  const pages: Page[] = [];
  for (let at = 0; at < file.length; ) {
    if (at + 27 > file.length || file.toString('latin1', at, at + 4) !== 'OggS') return undefined;
    const header = file.subarray(at, at + 27);
    const laces = file.subarray(at + 27, at + 27 + header[26]!);
    const start = at + 27 + laces.length;
    at = laces.reduce((sum, lace) => sum + lace, start);
    const isOther = header.readUInt32LE(14) !== file.readUInt32LE(14);
    if (at > file.length || isOther || header.readUInt32LE(18) !== pages.length) return undefined;
    pages.push({ header, laces, body: file.subarray(start, at) });
  }
  return pages;
}

const PAGE_LACES = 255;
const CONTINUED = 1;

/** Puts packets on pages. @param like a header of the same stream. */
function paginate(packets: Buffer[], like: Buffer): Page[] {
  const laces = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const body = Buffer.concat(packets);
  const pages: Page[] = [];
  for (let at = 0, from = 0; at < laces.length; at += PAGE_LACES) {
    const part = laces.slice(at, at + PAGE_LACES);
    const end = part.reduce((sum, lace) => sum + lace, from);
    const header = Buffer.from(like);
    header[5] = at > 0 && laces[at - 1] === 255 ? CONTINUED : 0;
    // Of a page on which no packet ends, the position is -1.
    header.fill(part.some((lace) => lace < 255) ? 0 : 0xff, 6, 14);
    pages.push({ header, laces: Buffer.from(part), body: body.subarray(from, end) });
    from = end;
  }
  return pages;
}

function encodePage({ header, laces, body }: Page, number: number): Buffer {
  const page = Buffer.concat([header, laces, body]);
  page.writeUInt32LE(number, 18);
  page.writeUInt32LE(0, 22);
  page[26] = laces.length;
  page.writeUInt32LE(crcOf(page), 22);
  return page;
}

/** The checksum of Ogg: CRC-32 with polynomial 04C11DB7, neither reflected nor inverted. */
function crcOf(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ CRC[(crc >>> 24) ^ byte]!) >>> 0;
  return crc;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc >>> 0;
});
