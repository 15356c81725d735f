import { type FileHandle, open } from 'node:fs/promises';
import { decodeM4a } from './decode-m4a.ts';
import { isMono, tagsEnd } from './mp3-frames.ts';
import { type Pcm, sanitize, toVerdict, Unplayable } from './pcm.ts';
import type { AudioKind } from './sniff.ts';

/** Bytes decoded at once. 14 bytes of FLAC can hold 65,535 samples, so the pieces must be small. */
const PIECE = 4096;
const MP3_PIECE = 65_536;

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
export async function* decode(path: string, kind: AudioKind): AsyncGenerator<Pcm> {
  let first: Pcm | undefined;
  try {
    for await (const raw of decodeRaw(path, kind)) {
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

async function* decodeRaw(path: string, kind: AudioKind): AsyncGenerator<Pcm> {
  if (kind === 'wav') return yield* decodeWav(path);
  if (kind === 'aac') return yield* decodeM4a(path);
  // The MP3 decoder always returns two channels; both would count towards the loudness.
  const mono = kind === 'mp3' && (await isMono(path));
  const decoder = await decoderFor(kind);
  await decoder.ready;
  try {
    const handle = await open(path);
    const { size } = await handle.stat();
    // The decoder fails on tags of many megabytes.
    const start = kind === 'mp3' ? await tagsEnd(handle, size) : 0;
    const file = handle.createReadStream({ start, highWaterMark: kind === 'mp3' ? MP3_PIECE : PIECE });
    let read = start;
    for await (const bytes of file) {
      read += bytes.length;
      yield* toPcm(await decoder.decode(bytes), mono, Math.min(1, read / size));
    }
    if (decoder.flush) yield* toPcm(await decoder.flush(), mono, 1);
  } finally {
    decoder.free();
  }
}

function* toPcm(
  { channelData, samplesDecoded, sampleRate }: Decoded,
  mono: boolean,
  done: number,
): Generator<Pcm> {
  const channels = mono ? channelData.slice(0, 1) : channelData;
  if (samplesDecoded > 0 && channels.length > 0) yield { channels, sampleRate, done };
}

async function decoderFor(kind: 'mp3' | 'flac' | 'vorbis' | 'opus'): Promise<Decoder> {
  if (kind === 'mp3') return new (await import('mpg123-decoder')).MPEGDecoder();
  if (kind === 'flac') return new (await import('@wasm-audio-decoders/flac')).FLACDecoder();
  if (kind === 'vorbis') return new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder();
  return new (await import('ogg-opus-decoder')).OggOpusDecoder();
}

const BROKEN = 'This WAV file is broken. Please export it again.';
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

/**
 * Decodes RIFF/WAVE: PCM of 8 to 32 bits, float of 32 and 64 bits. A length in the header that goes beyond the end
 * of the file is ignored.
 * @throws Unplayable
 */
export async function* decodeWav(path: string): AsyncGenerator<Pcm> {
  const file = await open(path);
  try {
    const { format, start, end } = await findSound(file);
    const frameBytes = format.bytes * format.channels;
    const buffer = Buffer.alloc(FRAMES * frameBytes);
    for (let at = start; at + frameBytes <= end; ) {
      const wanted = Math.min(buffer.length, Math.floor((end - at) / frameBytes) * frameBytes);
      const { bytesRead } = await file.read(buffer, 0, wanted, at);
      const frames = Math.floor(bytesRead / frameBytes);
      if (frames === 0) return;
      at += frames * frameBytes;
      const done = (at - start) / (end - start);
      yield { channels: split(buffer, frames, format), sampleRate: format.sampleRate, done };
    }
  } finally {
    await file.close();
  }
}

/** Finds the chunks with the format and the sound. */
async function findSound(file: FileHandle): Promise<{ format: Format; start: number; end: number }> {
  const { size } = await file.stat();
  const head = Buffer.alloc(40);
  let format: Format | undefined;
  for (let at = 12; at + 8 <= size; ) {
    const { bytesRead } = await file.read(head, 0, 40, at);
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (name === 'fmt ') format = readFormat(head.subarray(8, bytesRead), length);
    if (name === 'data') {
      if (!format) throw new Unplayable(BROKEN);
      // Streaming writers leave 0 or -1 as the length.
      const unknown = length === 0 || length === 0xff_ff_ff_ff;
      return { format, start: at + 8, end: unknown ? size : Math.min(size, at + 8 + length) };
    }
    at += 8 + length + (length % 2);
  }
  throw new Unplayable(BROKEN);
}

function readFormat(head: Buffer, length: number): Format {
  if (length < 16 || head.length < 16) throw new Unplayable(BROKEN);
  const extensible = head.readUInt16LE(0) === 0xfffe && length >= 40 && head.length >= 26;
  const tag = extensible ? head.readUInt16LE(24) : head.readUInt16LE(0);
  const channels = head.readUInt16LE(2);
  const bits = head.readUInt16LE(14);
  const float = tag === 3;
  if (channels < 1 || channels > 8) throw new Unplayable(FOREIGN);
  if (!(float ? [32, 64] : tag === 1 ? [8, 16, 24, 32] : []).includes(bits)) throw new Unplayable(FOREIGN);
  return { float, channels, sampleRate: head.readUInt32LE(4), bytes: bits / 8 };
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
