import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Sound } from './pcm.ts';

/** Layer III bit rates (kbit/s) by index: MPEG-1, then MPEG-2 and 2.5. Source: ISO 11172-3, 13818-3. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];
/** Sample rates of MPEG-1 (Hz); MPEG-2 has half, MPEG-2.5 a quarter. */
const HZ = [44_100, 48_000, 32_000, 0];

/** Bytes read at once; longer than any frame. */
const WINDOW = 1024 * 1024;

interface Frame {
  /** Bytes, including the header. */
  length: number;
  seconds: number;
  hz: number;
  kbps: number;
  /** MPEG version and sample rate, equal in all frames of a file. */
  kind: number;
  mono: boolean;
  /** Offset of a Xing table, if there is one. */
  tableAt: number;
}

/** Parses a layer III frame header; undefined when there is none, or one without a bit rate. */
export function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
  const [b, c, d] = [bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!];
  const version = (b >> 3) & 3;
  const first = version === 3;
  const kbps = (first ? RATES_1 : RATES_2)[c >> 4]!;
  const hz = HZ[(c >> 2) & 3]! / (first ? 1 : version === 2 ? 2 : 4);
  if (b >> 5 !== 7 || version === 1 || ((b >> 1) & 3) !== 1 || kbps === 0 || hz === 0) return undefined;
  const samples = first ? 1152 : 576;
  const mono = d >> 6 === 3;
  return {
    length: Math.floor((samples * kbps * 125) / hz) + ((c >> 1) & 1),
    seconds: samples / hz,
    hz,
    kbps,
    kind: (version << 2) | ((c >> 2) & 3),
    mono,
    tableAt: 4 + (first ? (mono ? 17 : 32) : mono ? 9 : 17),
  };
}

/** The frame in front of a file that tells its length, and where its hundredths begin. */
export interface Table {
  /** `Info` if all frames have the same bit rate. */
  name: string;
  /** 0 if it is not named. */
  frames: number;
  /** Of all frames with this one; 0 if it is not named. */
  bytes: number;
  /** 100 positions in 256ths of the bytes. */
  toc?: ArrayLike<number> | undefined;
  /** The encoder, the samples to skip at both ends, and checksums: 36 bytes. */
  lame?: Buffer | undefined;
}

function readTable(frame: Buffer, at: number): Table | undefined {
  if (frame.toString('latin1', 36, 40) === 'VBRI' && frame.length >= 54)
    return { name: 'VBRI', frames: frame.readUInt32BE(50), bytes: 0 };
  const name = frame.toString('latin1', at, at + 4);
  if (name !== 'Xing' && name !== 'Info') return undefined;
  let next = at + 8;
  const [frames, bytes, toc] = [4, 4, 100, 4].map((length, bit) => {
    if (!(frame[at + 7]! & (1 << bit)) || next + length > frame.length) return undefined;
    next += length;
    return frame.subarray(next - length, next);
  });
  const hasLame = /^(LAME|Lav[cf])/.test(frame.toString('latin1', next)) && next + 36 <= frame.length;
  const lame = hasLame ? frame.subarray(next, next + 36) : undefined;
  return { name, frames: frames?.readUInt32BE() ?? 0, bytes: bytes?.readUInt32BE() ?? 0, toc, lame };
}

/**
 * Writes the frame that goes in front of a file, so that players show its length at once, find positions in it, and
 * skip what the encoder added to its ends.
 * Source: G. Bouvigne, MP3 Info Tag rev 1 (http://gabriel.mp3-tech.org/mp3infotag.html).
 * @param header of the first frame.
 * @param table its `bytes` are those of the other frames.
 */
export function tableFrame(header: Uint8Array, { name, frames, bytes, toc, lame }: Table): Buffer {
  const head = Buffer.from(header.subarray(0, 4));
  // It has no checksum and no padding byte, and enough bits for the table.
  head[1]! |= 1;
  head[2]! &= ~2;
  let { length, tableAt } = frameAt(head, 0)!;
  for (; length < tableAt + 156; { length, tableAt } = frameAt(head, 0)!) head[2]! += 16;
  const tag = Buffer.concat([head], length);
  let at = tableAt + tag.write(name, tableAt, 'latin1');
  // It has a number of frames, of bytes, a table of contents and a quality.
  for (const value of [15, frames, length + bytes]) at = tag.writeUInt32BE(value, at);
  tag.set(toc ?? [], at);
  at = tag.writeUInt32BE(57, at + 100);
  if (!lame) return tag;
  tag.set(lame, at);
  tag.writeUInt32BE(length + bytes, at + 28);
  tag.writeUInt16BE(crc16(tag.subarray(0, at + 34)), at + 34);
  return tag;
}

/** CRC-16 with the reflected polynomial 0x8005, as LAME uses it. */
const CRC = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  return crc;
});

/** The checksum of the bytes after those that `crc` sums up; 0 begins. */
export function crc16(bytes: Uint8Array, crc = 0): number {
  let sum = crc;
  for (let i = 0; i < bytes.length; i++) sum = (sum >> 8) ^ CRC[(sum ^ bytes[i]!) & 0xff]!;
  return sum;
}

/** The part of a file that the frames are in. */
type Part = Pick<Sound, 'path' | 'start' | 'end'>;

type Mp3 = Awaited<ReturnType<typeof readMp3>>;

/** Reads what the frames of a file are, and what the table in front of them says. */
export async function readMp3(part: Part) {
  let [first, table]: [{ at: number; frame: Frame } | undefined, Table | undefined] = [undefined, undefined];
  let [header, tableBytes, bytes, isWhole] = [Buffer.alloc(4), 0, 0, true];
  const rates = new Set<number>();
  /** Bytes up to the end of each frame, without the table. */
  const ends: number[] = [];
  for await (const { at, frame, data } of framesOf(part)) {
    if (!first && data) table = readTable(data, frame.tableAt);
    if (!first && data && table) tableBytes = data.length;
    else if (data) {
      if (ends.length === 0) header = data;
      rates.add(frame.kbps);
      bytes += data.length;
      ends.push(bytes);
    } else isWhole = false;
    first ??= { at, frame };
  }
  const { seconds = 0, hz = 1, mono = false } = first?.frame ?? {};
  const skipped = table?.lame?.readUIntBE(21, 3) ?? 0;
  const promised = table?.frames ? table.frames * seconds - ((skipped >> 12) + (skipped & 0xfff)) / hz : null;
  return {
    ...{ table, tableBytes, header, ends, bytes, mono, seconds: ends.length * seconds },
    at: first?.at ?? part.start,
    /** True if all frames have the same bit rate. */
    constant: rates.size <= 1,
    promised: promised ?? (isWhole ? null : ('more' as const)),
  };
}

/** True if players find the length and every position by a constant bit rate that no table contradicts. */
function isSeekable({ table, ends, bytes, constant }: Mp3): boolean {
  if (!table) return constant;
  // Some writers count the table as a frame. Players look into the contents only of a `Xing` table.
  const isCounted = Math.abs(table.frames - ends.length) <= 1;
  const isSized = table.bytes === 0 || Math.abs(table.bytes - bytes) <= bytes / 50;
  return constant && isCounted && isSized && (table.name === 'Info' || (table.name === 'Xing' && !table.toc));
}

/** The right table. What the encoder says holds only for all of the frames that it wrote. */
function newTable({ table, header, ends, bytes, constant }: Mp3): Buffer {
  const frames = ends.length;
  // Where each hundredth of the time begins, in 256ths of the bytes.
  const toc = Array.from({ length: 100 }, (_, percent) => {
    const begin = ends[Math.floor((percent * frames) / 100) - 1] ?? 0;
    return Math.min(255, Math.round((256 * begin) / bytes));
  });
  const lame = table && Math.abs(table.frames - frames) <= 1 ? table.lame : undefined;
  return tableFrame(header, { name: constant ? 'Info' : 'Xing', frames, bytes, toc, lame });
}

/**
 * Copies only the frames of an MP3 file, with a right table in front where players need one: no tags with pictures,
 * nothing hidden before, between or after the frames. Players would load all of that before the first sound.
 * @param head what else to keep in front.
 * @returns the frames' duration, and whether the file contains nothing else (then nothing is written).
 */
export async function copyFrames(
  part: Part,
  to: string,
  head = new Uint8Array(),
): Promise<{ seconds: number; pure: boolean }> {
  const mp3 = await readMp3(part);
  const { seconds, ends, tableBytes, bytes } = mp3;
  const table = ends.length === 0 || isSeekable(mp3) ? undefined : newTable(mp3);
  const { size } = await stat(part.path);
  if (!table && head.length + tableBytes + bytes === size) return { seconds, pure: true };

  const file = createWriteStream(to, { flush: true });
  file.write(head);
  if (table) file.write(table);
  let isReplaced = table && tableBytes > 0;
  for await (const { data } of framesOf(part)) {
    if (data && !isReplaced && !file.write(data)) await once(file, 'drain');
    isReplaced = false;
  }
  file.end();
  await once(file, 'close');
  return { seconds, pure: false };
}

/** The frames in order, at their positions. `data` is a copy; the last one has none if the file ends within it. */
async function* framesOf({ path, start: from, end: until }: Part) {
  const file = await open(path);
  try {
    const window = Buffer.alloc(WINDOW);
    let kind: number | undefined;
    /** True if the last frame ended exactly here. */
    let adjacent = false;
    for (let start = from; start < until; ) {
      const { bytesRead } = await file.read(window, 0, Math.min(WINDOW, until - start), start);
      if (bytesRead === 0) return;
      const bytes = window.subarray(0, bytesRead);
      const last = start + bytesRead >= until;
      let at = 0;
      // The longest frame and the next header must fit into the rest of the window.
      while (at + (last ? 4 : 4096) <= bytesRead) {
        const frame = frameAt(bytes, at);
        const end = at + (frame?.length ?? 0);
        // After anything else, a header counts as a frame only when another frame follows.
        const isFrame: boolean =
          frame !== undefined &&
          frame.kind === (kind ?? frame.kind) &&
          (adjacent || frameAt(bytes, end)?.kind === frame.kind);
        adjacent = isFrame && end <= bytesRead;
        if (isFrame) {
          kind = frame!.kind;
          yield { at: start + at, frame: frame!, data: adjacent && Buffer.from(bytes.subarray(at, end)) };
        }
        at = adjacent ? end : at + 1;
      }
      if (last) return;
      start += at;
    }
  } finally {
    await file.close();
  }
}
