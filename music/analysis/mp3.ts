import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import { createMp3Encoder } from 'wasm-media-encoders';
import { crc16, tableFrame } from './mp3-frames.ts';

/** One second: the encoder's memory grows with the largest chunk. */
const CHUNK = 44_100;
/** Samples between two reports of progress: whole chunks, or the bytes would differ. */
const PIECE = 8 * CHUNK;

/** Sample rates of MPEG-1 layer III, Hz. */
const RATES = [32_000, 44_100, 48_000] as const;

export type Bitrate = 128 | 160 | 192 | 224 | 256 | 320;

/** Encodes samples (-1..1) in pieces as MP3 of a constant bit rate (kbit/s), in joint stereo (LAME). */
export interface Mp3Encoder {
  push: (channels: readonly Float32Array[]) => Uint8Array[];
  end: () => Uint8Array;
  /** Bytes to leave free in front of the sound, for the tag. */
  tagSize: number;
  /** After the end: the frame in front, which says how long the sound is and where in its frames it begins and ends. */
  tag: () => Uint8Array;
}

/**
 * Creates an encoder for one or two channels. Sample rates that MPEG-1 layer III lacks are resampled.
 * @throws on an unsupported bit rate.
 */
export async function mp3Encoder(
  channels: 1 | 2,
  sampleRate: number,
  bitrate: Bitrate = 192,
): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder();
  const outputSampleRate =
    RATES.find((rate) => rate === sampleRate) ?? (sampleRate % 11_025 === 0 ? 44_100 : 48_000);
  encoder.configure({ channels, sampleRate, bitrate, outputSampleRate });
  let header: Uint8Array | undefined;
  let [samples, bytes, crc] = [0, 0, 0];
  // The encoder returns a view of its own memory, so each piece is copied immediately.
  const take = (view: Uint8Array) => {
    const piece = view.slice();
    if (piece.length > 0) header ??= piece.slice(0, 4);
    bytes += piece.length;
    crc = crc16(piece, crc);
    return piece;
  };
  return {
    push: (sound) => {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < sound[0]!.length; at += CHUNK)
        pieces.push(take(encoder.encode(sound.map((c) => c.subarray(at, at + CHUNK)))));
      samples += sound[0]!.length;
      return pieces;
    },
    end: () => take(encoder.finalize()),
    tagSize: tagSize(bitrate, outputSampleRate),
    tag: () => {
      if (!header) return new Uint8Array();
      const length = Math.round((samples * outputSampleRate) / sampleRate);
      return infoTag(header, { kbps: bitrate, hz: outputSampleRate, samples: length, bytes, crc });
    },
  };
}

/**
 * Encodes one or two whole channels, and lets other work in between pieces; see `mp3Encoder`.
 * @param onProgress gets the share done, 0 to 1.
 */
export async function encodeMp3(
  channels: readonly Float32Array[],
  sampleRate: number,
  bitrate: Bitrate = 192,
  onProgress: (share: number) => void = () => {},
): Promise<Uint8Array> {
  const encoder = await mp3Encoder(channels.length === 1 ? 1 : 2, sampleRate, bitrate);
  const length = channels[0]?.length ?? 0;
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < length; from += PIECE) {
    pieces.push(...encoder.push(channels.map((channel) => channel.subarray(from, from + PIECE))));
    onProgress(Math.min(1, (from + PIECE) / length));
    await immediate();
  }
  pieces.push(encoder.end());
  return new Uint8Array(Buffer.concat([encoder.tag(), ...pieces]));
}

/** Samples per frame of MPEG-1 layer III. */
const FRAME = 1152;

/** Samples of silence that LAME puts in front of the sound. */
const DELAY = 576;

/** The size of the tag's frame in bytes, for a bit rate in kbit/s and a sample rate in Hz. */
const tagSize = (kbps: number, hz: number): number => Math.floor((FRAME * kbps * 125) / hz);

/**
 * The frame in front of frames of a constant bit rate, which also tells how much of the first and last frame is
 * padding.
 * @param samples of sound per channel.
 * @param crc the `crc16` of the frames.
 */
function infoTag(
  header: Uint8Array,
  { kbps, hz, samples, bytes, crc }: Record<'kbps' | 'hz' | 'samples' | 'bytes' | 'crc', number>,
): Uint8Array {
  const frames = Math.round((bytes * hz) / (FRAME * kbps * 125));
  const padding = Math.max(0, Math.min(4095, frames * FRAME - DELAY - samples));
  const toc = Array.from({ length: 100 }, (_, percent) => Math.floor((256 * percent) / 100));
  // A constant bit rate; then a low-pass, a peak, gains and flags that are not named.
  const lame = Buffer.alloc(36);
  lame[lame.write('LAME3.100', 'latin1')] = 1;
  lame[20] = Math.min(255, kbps);
  lame.writeUIntBE((DELAY << 12) | padding, 21, 3);
  lame.writeUInt16BE(crc, 32);
  return tableFrame(header, { name: 'Info', frames, bytes, toc, lame });
}

/** Encodes samples into a new MP3 file, piece by piece, in a process that has nothing else to do meanwhile. */
export async function openMp3File(path: string, channels: 1 | 2, sampleRate: number, kbps: Bitrate) {
  const encoder = await mp3Encoder(channels, sampleRate, kbps);
  const file = openSync(path, 'w');
  let at = encoder.tagSize;
  const writeAt = (piece: Uint8Array, place: number) => writeSync(file, piece, 0, piece.length, place);
  const write = (piece: Uint8Array) => {
    at += writeAt(piece, at);
  };
  return {
    write: async (samples: Float32Array[]) => encoder.push(samples).forEach(write),
    end: async () => {
      write(encoder.end());
      writeAt(encoder.tag(), 0);
      fsyncSync(file);
      closeSync(file);
    },
  };
}
