import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { id3Size } from './sniff.ts';

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
  /** MPEG version and sample rate, equal in all frames of a file. */
  kind: number;
  mono: boolean;
  /** Offset of a Xing table, if there is one. */
  tableAt: number;
}

/** Parses a layer III frame header; undefined when there is none, or one without a bit rate. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
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
    kind: (version << 2) | ((c >> 2) & 3),
    mono,
    tableAt: 4 + (first ? (mono ? 17 : 32) : mono ? 9 : 17),
  };
}

/** The number of frames in a Xing table, 0 if it names none; undefined for other frames. */
function claimedFrames(frame: Buffer, { tableAt }: Frame): number | undefined {
  const name = frame.toString('latin1', tableAt, tableAt + 4);
  if (name !== 'Xing' && name !== 'Info') return undefined;
  return frame.length >= tableAt + 12 && frame[tableAt + 7]! & 1 ? frame.readUInt32BE(tableAt + 8) : 0;
}

/**
 * Copies only the frames of an MP3 file: no tags with pictures, nothing hidden before, between or after the frames,
 * no wrong table of contents. Players would load all of that before the first sound.
 * @returns the frames' duration, and whether the file contains nothing else (then nothing is written).
 */
export async function copyFrames(from: string, to: string): Promise<{ seconds: number; pure: boolean }> {
  const table = { claimed: 0, end: 0 };
  const counted = { frames: 0, seconds: 0, bytes: 0, size: 0 };
  for await (const { frame, bytes, size } of framesOf(from)) {
    counted.size = size;
    const claimed = counted.frames === 0 && table.end === 0 ? claimedFrames(bytes, frame) : undefined;
    if (claimed !== undefined) Object.assign(table, { claimed, end: bytes.length });
    else {
      counted.frames++;
      counted.seconds += frame.seconds;
    }
    counted.bytes += bytes.length;
  }
  const isWrong = table.end > 0 && table.claimed > 0 && Math.abs(table.claimed - counted.frames) > 1;
  if (!isWrong && counted.bytes === counted.size) return { seconds: counted.seconds, pure: true };

  const file = createWriteStream(to, { flush: true });
  let first = true;
  for await (const { bytes } of framesOf(from)) {
    if (!(first && isWrong) && !file.write(bytes)) await once(file, 'drain');
    first = false;
  }
  file.end();
  await once(file, 'close');
  return { seconds: counted.seconds, pure: false };
}

/** Whether an MP3 file is mono, by its first frame. */
export async function isMono(path: string): Promise<boolean> {
  for await (const { frame } of framesOf(path)) return frame.mono;
  return false;
}

/** The frames in order. `bytes` is a copy; `size` is the file's size. */
async function* framesOf(path: string): AsyncGenerator<{ frame: Frame; bytes: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const window = Buffer.alloc(WINDOW);
    let kind: number | undefined;
    /** Whether the last frame ended exactly here. */
    let adjacent = false;
    let start = await tagsEnd(file, size);
    while (start < size) {
      const { bytesRead } = await file.read(window, 0, WINDOW, start);
      if (bytesRead === 0) return;
      const bytes = window.subarray(0, bytesRead);
      const last = start + bytesRead >= size;
      let at = 0;
      // The longest frame and the next header must fit into the rest of the window.
      while (at + (last ? 4 : 4096) <= bytesRead) {
        const frame = frameAt(bytes, at);
        const end = at + (frame?.length ?? 0);
        // After anything else, a header counts as a frame only when another frame follows.
        const isFrame: boolean =
          frame !== undefined && (adjacent || frameAt(bytes, end)?.kind === frame.kind);
        adjacent = isFrame && frame!.kind === (kind ?? frame!.kind) && end <= bytesRead;
        if (adjacent) {
          kind = frame!.kind;
          yield { frame: frame!, bytes: Buffer.from(bytes.subarray(at, end)), size };
          at = end;
        } else at++;
      }
      if (last) return;
      start += at;
    }
  } finally {
    await file.close();
  }
}

/** The position after the tags at the beginning of a file of `size` bytes. */
export async function tagsEnd(file: FileHandle, size: number): Promise<number> {
  const head = Buffer.alloc(10);
  for (let at = 0; at < size; ) {
    await file.read(head, 0, 10, at);
    const tag = id3Size(head);
    if (tag === 0) return at;
    at += tag;
  }
  return size;
}
