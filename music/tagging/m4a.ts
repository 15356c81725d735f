import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type SongTags, xmpOf } from './song-tags.ts';

/** A longer index is not rewritten, bytes. */
const MAX_INDEX = 16 * 1024 * 1024;
const MAX_BOXES = 1000;
/** The boxes of XMP (its specification, part 3) and of a C2PA manifest. */
const XMP = 'be7acfcb97a942e89c71999491e3afac';
const C2PA = 'd8fec3d61b0e483c92975828877ec481';

interface Box {
  type: string;
  start: number;
  end: number;
}

/**
 * Writes an M4A file with its tags where iTunes keeps them. The places of the sound move by what the index grows.
 * @returns false if it must stay as it is: signed, in fragments, or not built as it should be.
 */
export async function tagM4a(from: string, to: string, tags: SongTags): Promise<boolean> {
  const boxes = await topBoxes(from);
  const moov = boxes?.find(({ type }) => type === 'moov');
  if (!boxes || !moov || moov.end - moov.start > MAX_INDEX) return false;
  if (boxes.some(({ type }) => type === C2PA || type === 'moof')) return false;
  const index = await readPart(from, moov);
  const tagged = withTags(index, tags);
  if (!tagged || !moveSound(tagged, moov.end, tagged.length - index.length)) return false;
  const xmp = xmpOf(tags);
  // An XMP box in the middle stays: what follows would move.
  const end = boxes.at(-1)!.type === XMP ? boxes.at(-1)!.start : boxes.at(-1)!.end;
  await pipeline(
    async function* () {
      if (moov.start > 0) yield* createReadStream(from, { start: 0, end: moov.start - 1 });
      yield tagged;
      if (end > moov.end) yield* createReadStream(from, { start: moov.end, end: end - 1 });
      if (xmp !== undefined) yield box('uuid', Buffer.from(XMP, 'hex'), Buffer.from(xmp));
    },
    createWriteStream(to, { flush: true }),
  );
  return true;
}

async function readPart(path: string, { start, end }: Box): Promise<Buffer> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(end - start), 0, end - start, start)).buffer;
  } finally {
    await file.close();
  }
}

/** The boxes of a file; those with a type of their own by its number. */
async function topBoxes(path: string): Promise<Box[] | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const boxes: Box[] = [];
    const head = Buffer.alloc(24);
    for (let start = 0; start < size; start = boxes.at(-1)!.end) {
      head.fill(0);
      await file.read(head, 0, 24, start);
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - start;
      const name = head.toString('latin1', 4, 8);
      const end = start + length;
      if (length < 8 || end > size || boxes.length > MAX_BOXES) return undefined;
      boxes.push({ type: name === 'uuid' ? head.toString('hex', 8, 24) : name, start, end });
    }
    return boxes;
  } finally {
    await file.close();
  }
}

/** The boxes inside of another. @param from where they begin. @returns undefined if they are not built as they should be. */
function boxesIn(bytes: Buffer, from: number, to = bytes.length): Box[] | undefined {
  const boxes: Box[] = [];
  for (let start = from; start < to; start = boxes.at(-1)!.end) {
    const length = start + 8 <= to ? bytes.readUInt32BE(start) : 0;
    if (length < 8 || start + length > to) return undefined;
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), start, end: start + length });
  }
  return boxes;
}

function box(type: string, ...parts: Uint8Array[]): Buffer {
  const head = Buffer.from(`\0\0\0\0${type}`, 'latin1');
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 8));
  return Buffer.concat([head, ...parts]);
}

/** The index with our tags, and those of others that do not contradict them. */
function withTags(index: Buffer, tags: SongTags): Buffer | undefined {
  const boxes = boxesIn(index, 8);
  if (!boxes) return undefined;
  const part = ({ start, end }: Box) => index.subarray(start, end);
  const old = boxes.filter(({ type }) => type === 'udta').flatMap((udta) => oldItems(part(udta)));
  const ours = itemsOf(tags);
  const names = new Set(ours.map(nameOf));
  const items = [...ours, ...old.filter((item) => !names.has(nameOf(item)))];
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9));
  const udta = box('udta', box('meta', Buffer.alloc(4), handler, box('ilst', ...items)));
  return box('moov', ...boxes.filter(({ type }) => type !== 'udta').map(part), udta);
}

function oldItems(udta: Buffer): Buffer[] {
  const find = (bytes: Buffer, type: string, from: number) => {
    const found = boxesIn(bytes, from)?.find((one) => one.type === type);
    return found && bytes.subarray(found.start, found.end);
  };
  const meta = find(udta, 'meta', 8);
  const list = meta && find(meta, 'ilst', 12);
  return list ? (boxesIn(list, 8) ?? []).map(({ start, end }) => list.subarray(start, end)) : [];
}

/** Name of an item's content. */
function nameOf(item: Buffer): string {
  const type = item.toString('latin1', 4, 8);
  if (type !== '----') return type;
  const name = boxesIn(item, 8)?.find((one) => one.type === 'name');
  return `----${name ? item.toString('utf8', name.start + 12, name.end) : ''}`;
}

/** Kinds of data: UTF-8, JPEG. */
const [TEXT, JPEG] = [1, 13];

function itemsOf(tags: SongTags): Buffer[] {
  const data = (kind: number, bytes: Uint8Array) =>
    box('data', Buffer.from([0, 0, 0, kind, 0, 0, 0, 0]), bytes);
  const texts = {
    '\xa9nam': tags.title,
    '\xa9ART': tags.artist,
    '\xa9alb': tags.album,
    '\xa9gen': tags.genre,
    '\xa9day': tags.made,
    '\xa9cmt': tags.comment,
    '\xa9lyr': tags.lyrics,
    '\xa9too': tags.tool,
    cprt: tags.copyright,
  };
  const full = (type: string, text: string) => box(type, Buffer.alloc(4), Buffer.from(text));
  return [
    ...Object.entries(texts).flatMap(([type, text]) =>
      text === undefined ? [] : [box(type, data(TEXT, Buffer.from(text)))],
    ),
    ...Object.entries(tags.fields).map(([name, text]) =>
      box('----', full('mean', 'com.apple.iTunes'), full('name', name), data(TEXT, Buffer.from(text))),
    ),
    ...(tags.cover ? [box('covr', data(JPEG, tags.cover))] : []),
  ];
}

/** Boxes on the way to the places of the sound. */
const PARENTS = new Set(['trak', 'mdia', 'minf', 'stbl']);

/** Moves the places of sound behind `after` by so many bytes. @returns whether all fit. */
function moveSound(bytes: Buffer, after: number, by: number, from = 8, to = bytes.length): boolean {
  return (boxesIn(bytes, from, to) ?? []).every(({ type, start, end }) => {
    if (PARENTS.has(type)) return moveSound(bytes, after, by, start + 8, end);
    const width = type === 'stco' ? 4 : type === 'co64' ? 8 : 0;
    for (let at = start + 16; width > 0 && at + width <= end; at += width) {
      const place = width === 4 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
      const moved = place < after ? place : place + by;
      if (width === 4 && moved > 0xffffffff) return false;
      if (width === 4) bytes.writeUInt32BE(moved, at);
      else bytes.writeBigUInt64BE(BigInt(moved), at);
    }
    return true;
  });
}
