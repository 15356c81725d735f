import { open } from 'node:fs/promises';
import { decodeM4a } from './decode-m4a.ts';
import { decodeWav } from './decode-wav.ts';
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
