import { type FileHandle, open } from 'node:fs/promises';
import { frameAt } from './mp3-frames.ts';
import type { AudioKind, Sound } from './pcm.ts';

/** Bytes in which a tag or a format must begin. Players skip junk before it. */
const SEARCHED = 65_536;
/** Most repetitions of junk with a tag after it. */
const MAX_ROUNDS = 4;

/**
 * Finds the sound in a file and guesses its kind from its bytes, not from its name. Only decoding it completely proves
 * it.
 */
export async function findSound(path: string): Promise<Sound | undefined> {
  const file = await open(path);
  try {
    const end = await tailStart(file, (await file.stat()).size);
    const window = Buffer.alloc(SEARCHED);
    let [start, tagAt]: [number, number | undefined] = [0, undefined];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const behindTags = await tagsEnd(file, start, end);
      if (behindTags > start) tagAt = start;
      start = behindTags;
      const bytes = window.subarray(0, (await file.read(window, 0, SEARCHED, start)).bytesRead);
      const kind = sniffAudio(bytes);
      if (kind) return { path, kind, start, end, tagAt: tagAt ?? start };
      const junk = junkIn(bytes);
      if (junk === undefined) break;
      start += junk;
    }
    // There may be much between a tag or a frame and the next; the decoder finds it, if there is one.
    const isMp3 = tagAt !== undefined || frameAt(window, 0);
    return isMp3 ? { path, kind: 'mp3', start, end, tagAt: tagAt ?? start } : undefined;
  } finally {
    await file.close();
  }
}

function sniffAudio(head: Buffer): AudioKind | undefined {
  const text = head.toString('latin1', 0, 4096);
  // Format 0x55 is MP3 in a WAV file.
  if (/^(RIFF|RF64|BW64).{4}WAVE/s.test(text)) return /^.{12,}?fmt .{4}\x55\0/s.test(text) ? 'mp3' : 'wav';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('OggS')) {
    const [head] = /OpusHead|\x01vorbis|\x7fFLAC/.exec(text) ?? [];
    if (!head) return undefined;
    return head === 'OpusHead' ? 'opus' : head === '\x7fFLAC' ? 'oggFlac' : 'vorbis';
  }
  if (text.startsWith('ftyp', 4)) return 'aac';
  return frameAt(head, frameAt(head, 0)?.length ?? head.length) && 'mp3';
}

/** The bytes before the first thing that looks like a tag or a format; undefined without one. */
function junkIn(bytes: Buffer): number | undefined {
  const formats = /ID3[\x02-\x04]|(RIFF|RF64|BW64).{4}WAVE|fLaC[\0\x80]\0\0"|OggS\0\x02|\0\0..ftyp/s;
  const format = bytes.toString('latin1').search(formats);
  const until = format < 0 ? bytes.length : format;
  for (let at = bytes.indexOf(0xff); at >= 0 && at < until; at = bytes.indexOf(0xff, at + 1)) {
    // Three frames in a row are no coincidence.
    const second = at + (frameAt(bytes, at)?.length ?? bytes.length);
    const third = second + (frameAt(bytes, second)?.length ?? bytes.length);
    if (frameAt(bytes, third)) return at;
  }
  return format < 0 ? undefined : format;
}

/** The size of an ID3v2 tag at the beginning, including its header; 0 without one. Bytes. */
export function id3Size(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head[at]! & 0x7f), 0);
  return 10 + size + (head[5]! & 0x10 ? 10 : 0);
}

/** The position after the ID3v2 tags at `at`. */
async function tagsEnd(file: FileHandle, at: number, end: number): Promise<number> {
  const head = Buffer.alloc(10);
  for (let tag = at; tag < end; ) {
    const { bytesRead } = await file.read(head, 0, 10, tag);
    const size = id3Size(head.subarray(0, bytesRead));
    if (size === 0) return tag;
    tag += size;
  }
  return end;
}

/** The position before an APE and an ID3v1 tag at the end, which the FLAC decoder takes for sound. */
async function tailStart(file: FileHandle, size: number): Promise<number> {
  const tail = Buffer.alloc(160);
  await file.read(tail, 0, 160, Math.max(0, size - 160));
  const text = tail.toString('latin1');
  const id3 = text.startsWith('TAG', 32) ? 128 : 0;
  if (!text.startsWith('APETAGEX', 128 - id3)) return Math.max(0, size - id3);
  // Its length leaves out its own header, which a flag names.
  const ape = tail.readUInt32LE(140 - id3) + (tail.readUInt32LE(148 - id3) >>> 31) * 32;
  return Math.max(0, size - id3 - ape);
}
