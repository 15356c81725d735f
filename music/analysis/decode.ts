import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { decodeM4a } from './decode-m4a.ts';
import { readMp3 } from './mp3-frames.ts';
import { readOgg } from './ogg.ts';
import { type AudioKind, kinds, type Pcm, type Sound, sanitize, toVerdict, Unplayable } from './pcm.ts';

/** Bytes decoded at once. 14 bytes of FLAC can hold 65,535 samples, so the pieces must be small. */
const PIECE = 4096;

/** Supported sample rates, Hz. */
const MIN_RATE = 8000;
const MAX_RATE = 192_000;

/** The common interface of the decoder packages. */
interface Decoder {
  ready: Promise<void>;
  decode: (data: Uint8Array) => Decoded | Promise<Decoded>;
  flush?: () => Promise<Decoded>;
  free: () => void;
}
interface Decoded {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

/**
 * Decodes a file from its first sample to its last, in sanitized pieces of one or two channels.
 * @throws Unplayable when it is broken or empty, or changes its sample rate or number of channels.
 */
export async function* decode(sound: Sound): AsyncGenerator<Pcm> {
  let first: Pcm | undefined;
  try {
    for await (const raw of decodeRaw(sound)) {
      const piece = sanitize(raw);
      first ??= piece;
      const { sampleRate, channels } = piece;
      if (sampleRate < MIN_RATE || sampleRate > MAX_RATE)
        throw new Unplayable('Please choose a sample rate between 8 and 192 kHz.');
      if (sampleRate !== first.sampleRate || channels.length !== first.channels.length)
        throw new Unplayable(
          'This file changes its sample rate or number of channels. Please export it again.',
        );
      yield piece;
    }
  } catch (error) {
    throw toVerdict(error, 'This file is broken. Please export it again.');
  }
  if (!first) throw new Unplayable('There is no sound in this file. Please export it again.');
}

async function* decodeRaw(sound: Sound): AsyncGenerator<Pcm> {
  const { kind, start, end } = sound;
  if (kind === 'wav') return yield* decodeWav(sound);
  if (kind === 'aac') return yield* decodeM4a(sound);
  const mp3 = kind === 'mp3' ? await readMp3(sound) : undefined;
  const decoder = await decoderFor(kind);
  await decoder.ready;
  // The MP3 decoder fails on megabytes of anything in front of the first frame.
  let read = mp3?.at ?? start;
  let [channels, sampleRate]: [Float32Array[], number] = [[], 0];
  const pieces =
    kinds[kind].container === 'ogg'
      ? readOgg(sound)
      : readPieces(sound, read, mp3 ? mp3.promised : await flacSeconds(sound));
  try {
    for await (const { bytes, promised } of pieces) {
      read += bytes?.length ?? 0;
      const decoded = await (bytes ? decoder.decode(bytes) : decoder.flush?.());
      if (decoded?.samplesDecoded && decoded.channelData.length > 0) {
        // The MP3 decoder always returns two channels; both would count towards the loudness.
        channels = mp3?.mono ? decoded.channelData.slice(0, 1) : decoded.channelData;
        sampleRate = decoded.sampleRate;
      } else channels = channels.map(() => new Float32Array());
      if (channels.length > 0) yield { channels, sampleRate, done: Math.min(1, read / end), promised };
    }
  } finally {
    decoder.free();
  }
}

/** Head of a frame, which the FLAC decoder needs behind the last one to find its end. */
const FLAC_END = Buffer.concat([Buffer.of(0xff, 0xf8, 0xc9, 0x18, 0x00, 0xc2)], 64);

/** Reads a part of a file in small pieces, with null at its end. */
async function* readPieces({ path, kind, end }: Sound, start: number, promised: Pcm['promised']) {
  for await (const bytes of createReadStream(path, { start, end: end - 1, highWaterMark: PIECE }))
    yield { bytes: bytes as Buffer, promised };
  if (kind === 'flac') yield { bytes: FLAC_END, promised };
  yield { bytes: null, promised };
}

/** The length in a FLAC file's first block, seconds; null without one. Source: RFC 9639, 8.2. */
async function flacSeconds({ path, start }: Sound): Promise<number | null> {
  const [head] = await createReadStream(path, { start, end: start + 25 }).toArray();
  if (head?.length !== 26 || (head[4] & 0x7f) !== 0) return null;
  return (head.readUIntBE(21, 5) % 2 ** 36) / (head.readUIntBE(18, 3) >> 4) || null;
}

async function decoderFor(kind: Exclude<AudioKind, 'wav' | 'aac'>): Promise<Decoder> {
  if (kind === 'mp3') return new (await import('mpg123-decoder')).MPEGDecoder();
  if (kind === 'vorbis') return new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder();
  if (kind === 'opus') return new (await import('ogg-opus-decoder')).OggOpusDecoder();
  return new (await import('@wasm-audio-decoders/flac')).FLACDecoder();
}

const BROKEN = 'This WAV file is broken. Please export it again.';
const CONTRADICTORY = 'The header of this WAV file contradicts itself. Please export it again.';
const FOREIGN = 'This WAV file uses an unsupported encoding. Please export it as plain PCM.';

interface Format {
  float: boolean;
  channels: number;
  sampleRate: number;
  /** Bytes per sample. */
  bytes: number;
}

/** Frames decoded at once. */
const FRAMES = 16_384;
/** A longer length of sound is what writers leave that do not know it beforehand, bytes. */
const UNKNOWN = 0x7fff_f000;

/**
 * Decodes RIFF/WAVE and RF64: PCM of 8 to 32 bits, float of 32 and 64 bits. A length in the header that goes beyond
 * the end of the file is ignored.
 * @throws Unplayable
 */
export async function* decodeWav({ path, start: from, end: until }: Sound): AsyncGenerator<Pcm> {
  const file = await open(path);
  try {
    const { format, start, length } = await findChunk(file, from, until);
    const end = Math.min(until, start + (length ?? until));
    const frameBytes = format.bytes * format.channels;
    const promised = length && length / frameBytes / format.sampleRate;
    const buffer = Buffer.alloc(FRAMES * frameBytes);
    for (let at = start; at + frameBytes <= end; ) {
      const wanted = Math.min(buffer.length, Math.floor((end - at) / frameBytes) * frameBytes);
      const { bytesRead } = await file.read(buffer, 0, wanted, at);
      const frames = Math.floor(bytesRead / frameBytes);
      if (frames === 0) return;
      at += frames * frameBytes;
      const done = (at - start) / (end - start);
      yield { channels: split(buffer, frames, format), sampleRate: format.sampleRate, done, promised };
    }
  } finally {
    await file.close();
  }
}

/** Finds the chunk with the sound. @returns its format, and where it begins; its length is null if it is not known. */
async function findChunk(file: FileHandle, start: number, end: number) {
  const head = Buffer.alloc(40);
  let format: Format | undefined;
  let length64 = UNKNOWN;
  for (let at = start + 12; at + 8 <= end; ) {
    const { bytesRead } = await file.read(head, 0, 40, at);
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (name === 'fmt ') format = readFormat(head.subarray(8, bytesRead), length);
    if (name === 'ds64') length64 = Number(head.readBigUInt64LE(16));
    if (name === 'data') {
      if (!format) throw new Unplayable(BROKEN);
      const bytes = length === 0xffff_ffff ? length64 : length;
      return { format, start: at + 8, length: bytes === 0 || bytes >= UNKNOWN ? null : bytes };
    }
    at += 8 + length + (length % 2);
  }
  throw new Unplayable(BROKEN);
}

function readFormat(head: Buffer, length: number): Format {
  if (length < 16 || head.length < 16) throw new Unplayable(BROKEN);
  const extensible = head.readUInt16LE(0) === 0xfffe && length >= 40 && head.length >= 26;
  const tag = extensible ? head.readUInt16LE(24) : head.readUInt16LE(0);
  const [channels, sampleRate] = [head.readUInt16LE(2), head.readUInt32LE(4)];
  const [byteRate, block, bits] = [head.readUInt32LE(8), head.readUInt16LE(12), head.readUInt16LE(14)];
  const float = tag === 3;
  const packed = Math.ceil(bits / 8);
  const isKnown = float ? packed === 4 || packed === 8 : tag === 1 && packed >= 1 && packed <= 4;
  if (channels < 1 || channels > 8 || !isKnown) throw new Unplayable(FOREIGN);
  // Samples may be padded at their low end. Where the sizes contradict each other, the byte rate decides.
  const isPacked = block === 0 || [block * sampleRate, byteRate].includes(packed * channels * sampleRate);
  const bytes = isPacked ? packed : block / channels;
  const isPadded = byteRate === block * sampleRate && !float && packed > 1 && (bytes === 3 || bytes === 4);
  if (!isPacked && !(isPadded && bytes > packed)) throw new Unplayable(CONTRADICTORY);
  return { float, channels, sampleRate, bytes };
}

function split(buffer: Buffer, frames: number, { float, channels, bytes }: Format): Float32Array[] {
  const read = readers[float ? `float${bytes}` : `pcm${bytes}`]!;
  return Array.from({ length: channels }, (_, c) => {
    const samples = new Float32Array(frames);
    for (let i = 0, at = c * bytes; i < frames; i++, at += bytes * channels) samples[i] = read(buffer, at);
    return samples;
  });
}

const readers: Record<string, (buffer: Buffer, at: number) => number> = {
  pcm1: (buffer, at) => (buffer[at]! - 128) / 128,
  pcm2: (buffer, at) => buffer.readInt16LE(at) / 32_768,
  pcm3: (buffer, at) => buffer.readIntLE(at, 3) / 8_388_608,
  pcm4: (buffer, at) => buffer.readInt32LE(at) / 2_147_483_648,
  float4: (buffer, at) => buffer.readFloatLE(at),
  float8: (buffer, at) => buffer.readDoubleLE(at),
};
