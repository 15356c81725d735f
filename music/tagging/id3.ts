import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { id3Size } from '../analysis/sniff.ts';
import { type SongTags, xmpOf } from './song-tags.ts';

/** An ID3v2.4 frame. */
interface Frame {
  id: string;
  flags: number;
  data: Buffer;
}

/** Longest part of a tag that is read, bytes. */
const MAX_TAG = 16 * 1024 * 1024;

/**
 * Writes an MP3 file with an ID3v2.4 tag: the frames of `audio`, and the tags and objects of the `original`, where
 * they do not contradict ours.
 * @returns false if the original must stay as it is, because a C2PA manifest signs it; then nothing is written.
 */
export async function tagMp3(
  { audio, original }: { audio: string; original: string },
  to: string,
  tags: SongTags,
): Promise<boolean> {
  const found = await readTag(original);
  // Any change to a signed file would break the signature.
  if (found.includes('c2pa')) return false;
  const tag = encodeId3(tags, framesOf(found));
  const output = createWriteStream(to, { flush: true });
  output.write(tag);
  await pipeline(createReadStream(audio, { start: await tagSizeOf(audio) }), output);
  return true;
}

/** An ID3v2.4 tag. @param kept frames of another tag that stay, where ours do not contradict them. */
export function encodeId3(tags: SongTags, kept: Frame[] = []): Buffer {
  const ours = framesFor(tags);
  const names = new Set(ours.map(nameOf));
  return encodeTag([...ours, ...kept.filter((frame) => !names.has(nameOf(frame)))]);
}

function framesFor(tags: SongTags): Frame[] {
  const texts = {
    TIT2: tags.title,
    TPE1: tags.artist,
    TALB: tags.album,
    TCON: tags.genre,
    TSSE: tags.tool,
    TDRC: tags.made,
    TCOP: tags.copyright,
  };
  const { comment, cover } = tags;
  const xmp = xmpOf(tags);
  return [
    ...Object.entries(texts).flatMap(([id, value]) => (value === undefined ? [] : text(id, value))),
    ...(comment === undefined ? [] : [raw('COMM', UTF8_UND, Buffer.from(`\0${clean(comment)}`))]),
    ...lyricsFrames(tags),
    ...Object.entries(tags.fields).map(([name, value]) => text('TXXX', `${clean(name)}\0${clean(value)}`)),
    // XMP's place by its specification, part 3.
    ...(xmp === undefined ? [] : [raw('PRIV', Buffer.from(`XMP\0${xmp}`))]),
    // 3: a front cover.
    ...(cover ? [raw('APIC', Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), cover)] : []),
  ];
}

const raw = (id: string, ...data: Uint8Array[]): Frame => ({ id, flags: 0, data: Buffer.concat(data) });

/** `und`: the language is not known. */
const UTF8_UND = Buffer.from('\x03und', 'latin1');

function lyricsFrames({ lyrics, timedLyrics }: SongTags): Frame[] {
  if (lyrics === undefined) return [];
  const frames = [raw('USLT', UTF8_UND, Buffer.from(`\0${clean(lyrics)}`))];
  if (timedLyrics.length === 0) return frames;
  const lines = timedLyrics.flatMap(({ at, text }) => {
    const ms = Buffer.alloc(4);
    ms.writeUInt32BE(Math.round(at * 1000));
    return [Buffer.from(`${clean(text)}\0`), ms];
  });
  // Times in milliseconds; the words of a song; no description.
  const head = Buffer.concat([UTF8_UND, Buffer.from([2, 1, 0])]);
  return [...frames, raw('SYLT', head, ...lines)];
}

/** An empty frame: readers that repair sizes of some players' tags expect something behind the last frame. */
const PADDING = Buffer.alloc(10);

/** Encoding 3 is UTF-8. */
const text = (id: string, value: string): Frame =>
  raw(id, Buffer.from([3]), Buffer.from(id === 'TXXX' ? value : clean(value)));

/** NUL separates values. */
const clean = (value: string) => value.replaceAll('\0', '');

/** Name of a frame's content: two frames of one name contradict each other. */
function nameOf({ id, data }: Frame): string {
  if (id === 'TXXX') return `${id}:${textOf(data)}`;
  if (id === 'PRIV') return `${id}:${data.toString('latin1').split('\0', 1)[0]}`;
  // Objects never contradict ours.
  return id;
}

/** The first text of a frame, by its encoding: Latin-1, UTF-16 with a mark, UTF-16BE or UTF-8. */
function textOf(data: Buffer): string {
  const body = data.subarray(1);
  const decoder = new TextDecoder(['latin1', 'utf-16le', 'utf-16be', 'utf-8'][data[0]!] ?? 'latin1');
  return decoder.decode(body).split('\0', 1)[0]!.replace('\ufeff', '');
}

function encodeTag(frames: Frame[]): Buffer {
  const encoded = frames.flatMap(({ id, flags, data }) => {
    const header = Buffer.alloc(10);
    header.write(id, 'latin1');
    header.writeUInt32BE(syncsafe(data.length), 4);
    header.writeUInt16BE(flags, 8);
    return [header, data];
  });
  const body = Buffer.concat([...encoded, PADDING]);
  const header = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
  header.writeUInt32BE(syncsafe(body.length), 6);
  return Buffer.concat([header, body]);
}

/** Seven bits per byte. */
const syncsafe = (n: number) =>
  ((n & 0xfe00000) << 3) | ((n & 0x1fc000) << 2) | ((n & 0x3f80) << 1) | (n & 0x7f);
const unsyncsafe = (n: number) =>
  ((n >>> 3) & 0xfe00000) | ((n >>> 2) & 0x1fc000) | ((n >>> 1) & 0x3f80) | (n & 0x7f);

async function tagSizeOf(path: string): Promise<number> {
  return id3Size(await readBytes(path, 10));
}

/** The tag at the beginning of a file; empty without one. */
async function readTag(path: string): Promise<Buffer> {
  return readBytes(path, Math.min(MAX_TAG, await tagSizeOf(path)));
}

async function readBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, (await file.read(bytes, 0, length, 0)).bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The frames of an ID3v2.3 or 2.4 tag. Tags of other versions, with an extended header or unsynchronisation count as
 * none: no generator is known to write them.
 */
function framesOf(tag: Buffer): Frame[] {
  const [version, tagFlags] = [tag[3] ?? 0, tag[5] ?? 0];
  if (tag.length < 10 || (version !== 3 && version !== 4) || tagFlags & 0xc0) return [];
  const frames: Frame[] = [];
  for (let at = 10; at + 10 < tag.length && tag[at] !== 0; ) {
    const raw = tag.readUInt32BE(at + 4);
    const length = version === 4 ? unsyncsafe(raw) : raw;
    const end = at + 10 + length;
    if (length === 0 || end > tag.length) break;
    const flags = tag.readUInt16BE(at + 8);
    const data = tag.subarray(at + 10, end);
    // The flags of version 3 mean something else; a compressed or encrypted frame of it cannot be copied.
    if (version === 4 || (flags & 0xff) === 0)
      frames.push({ id: tag.toString('latin1', at, at + 4), flags: version === 4 ? flags : 0, data });
    at = end;
  }
  return frames;
}
