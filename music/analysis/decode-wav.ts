import { type FileHandle, open } from 'node:fs/promises';
import { type Pcm, Unplayable } from './pcm.ts';

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
