import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Unplayable } from 'music/analysis/pcm.ts';
import { processFile } from 'music/analysis/process-file.ts';
import { expect, it, vi } from 'vitest';
import { folderOfFile } from '../../../testing/folders.ts';
import { wav, wavOf } from '../../../testing/sounds.ts';
import { chunk, flatFlac, id3, id3Text, m4a, mp3, ogg, opus } from '../testing/containers.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folder = folderOfFile();

async function measured(file: Buffer) {
  const [from, stream, preview] = ['from', 'stream', 'preview'].map((name) => path.join(folder, name));
  await writeFile(from!, file);
  const limits = { maxSeconds: 600, onProgress: () => {} };
  return processFile(from!, { stream: stream!, preview: preview! }, limits);
}

const text = (words: string) => Buffer.from(words, 'latin1');
const cut = (file: Buffer, share = 0.5) => file.subarray(0, Math.floor(file.length * share));
const patched = (file: Buffer, at: number, ...bytes: number[]) => {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
};
/** Seconds of `flatFlac(20)`: whole blocks. */
const FLAC = (3 * 65_535) / 8000;
const id3v1 = () => Buffer.concat([text('TAG'), Buffer.alloc(125, 'x')]);
const ape = () => {
  const footer = Buffer.concat([text('APETAGEX'), Buffer.alloc(24)]);
  footer.writeUInt32LE(32 + 500, 12);
  footer.writeUInt32LE(0x8000_0000, 20);
  return Buffer.concat([footer, Buffer.alloc(500, 'x'), footer]);
};
/** Without the frame in front that tells the length. */
const bareMp3 = async (seconds: number) => (await mp3(seconds)).subarray(417);
const rf64 = (file: Buffer) => {
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(file.length - 44), 8);
  const rest = patched(file.subarray(12), 28, 0xff, 0xff, 0xff, 0xff);
  return Buffer.concat([
    text('RF64\xff\xff\xff\xffWAVE'),
    chunk('ds64', sizes),
    rest,
    chunk('LIST', text('INFO')),
  ]);
};
const withoutPage = (file: Buffer, number: number) => {
  const pages = file.toString('latin1').split('OggS').slice(1);
  return text(pages.flatMap((page, i) => (i === number ? [] : `OggS${page}`)).join(''));
};
/** The length of the one part in an edit list, in milliseconds of a movie of 57,600 units a second. */
const edited = (file: Buffer, seconds: number) => {
  const copy = Buffer.from(file);
  const scale = copy.readUInt32BE(copy.indexOf('mvhd') + 16);
  copy.writeUInt32BE(seconds * scale, copy.indexOf('elst') + 12);
  return copy;
};

it.each<[string, () => Buffer | Promise<Buffer>, number]>([
  ['an MP3', () => mp3(4), 4],
  ['an MP3 without a table', () => bareMp3(4), 4.05],
  [
    'an MP3 in a WAV',
    async () =>
      chunk(
        'RIFF',
        Buffer.concat([text('WAVEfmt \x10\0\0\0\x55\0'), Buffer.alloc(14), chunk('data', await mp3(4))]),
      ),
    4,
  ],
  ['a WAV', () => wav(4), 4],
  ['a WAV written to a pipe', () => patched(wav(4), 40, 0xff, 0xff, 0xff, 0xff), 4],
  ['a WAV that SoX wrote to a pipe', () => patched(wav(4), 40, 0, 0xf8, 0xff, 0x7f), 4],
  ['an RF64', () => rf64(wav(4)), 4],
  ['a FLAC', () => flatFlac(20, 900), FLAC],
  ['a FLAC before an ID3v1 tag', () => Buffer.concat([flatFlac(20, 900), id3v1()]), FLAC],
  ['a FLAC before an APE and an ID3v1 tag', () => Buffer.concat([flatFlac(20, 900), ape(), id3v1()]), FLAC],
  ['an Ogg', () => ogg(4), 4],
  ['an Opus', () => opus(4), 4],
  ['two Ogg Vorbis in a chain', async () => Buffer.concat([await ogg(4), await ogg(3, 660)]), 7],
  ['three Opus in a chain', () => Buffer.concat([opus(4), opus(3, 2), opus(2, 1)]), 9],
  ['an M4A', () => m4a(4), 4],
  ['an M4A that begins with silence', () => m4a(4, 2), 4],
  ['an M4A whose beginning was cut off', () => m4a(4, -1), 3],
  ['an M4A whose end was cut off, too', async () => edited(await m4a(6, -1), 3), 3],
])('%s keeps its whole length', async (_what, make, seconds) => {
  const { duration_seconds, length_fault } = await measured(await make());
  expect(Math.abs(duration_seconds - seconds)).toBeLessThan(0.1);
  expect(length_fault).toBeNull();
});

it.each<[string, () => Buffer | Promise<Buffer>, number | null]>([
  ['an MP3', async () => cut(await mp3(6)), 6],
  ['an MP3 without a table', async () => cut(await bareMp3(6)), null],
  ['a WAV', () => cut(wav(6)), 6],
  ['an RF64', () => cut(rf64(wav(6))), 6],
  ['a FLAC', () => cut(flatFlac(60, 900), 0.8), (8 * 65_535) / 8000],
  ['an Ogg', async () => cut(await ogg(6)), null],
  ['an Opus', () => cut(opus(6)), null],
  ['an Opus in a chain', () => Buffer.concat([cut(opus(4)), opus(3, 2)]), null],
  ['an Opus that lacks a page', () => withoutPage(opus(4), 100), null],
  ['an M4A', async () => cut(await m4a(30)), 30],
])('%s that is cut says so', async (_what, make, promised) => {
  const { length_fault } = await measured(await make());
  expect(length_fault).not.toBeNull();
  if (promised === null) expect(length_fault!.promised_seconds).toBeNull();
  else expect(Math.abs(length_fault!.promised_seconds! - promised)).toBeLessThan(0.1);
});

it('a file that holds more than it promises says so', async () => {
  const { duration_seconds, length_fault } = await measured(patched(await mp3(6), 4 + 17 + 8, 0, 0, 0, 100));
  expect(duration_seconds).toBeCloseTo(6, 1);
  expect(length_fault!.promised_seconds).toBeCloseTo(2.6, 1);
});

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ['mp3', () => mp3(4)],
  ['wav', () => wav(4)],
  ['flac', () => flatFlac(20, 900)],
  ['vorbis', () => ogg(4)],
  ['opus', () => opus(4)],
  ['aac', () => m4a(4)],
])('tags and junk in front of %s change nothing', async (codec, make) => {
  const file = await make();
  const plain = await measured(file);
  const tag = () => id3({ TIT2: id3Text('Harbour') });
  for (const front of [
    tag(),
    text('\xff\xfb junk '.repeat(500)),
    Buffer.concat([text('junk'), tag(), tag()]),
  ]) {
    const { duration_seconds, loudness_lufs, length_fault, ...rest } = await measured(
      Buffer.concat([front, file]),
    );
    expect({ duration_seconds, loudness_lufs, length_fault }).toEqual({
      duration_seconds: plain.duration_seconds,
      loudness_lufs: plain.loudness_lufs,
      length_fault: null,
    });
    expect(rest.codec).toBe(codec === 'wav' ? 'pcm' : codec);
  }
});

/** A 16-bit WAV as one whose samples take `bytes` each, the low ones empty. */
function padded(file: Buffer, bits: number, bytes: number): Buffer {
  const data = Buffer.alloc(((file.length - 44) / 2) * bytes);
  for (let i = 0; i * bytes < data.length; i++) file.copy(data, (i + 1) * bytes - 2, 44 + 2 * i, 46 + 2 * i);
  const format = Buffer.from(file.subarray(20, 36));
  format.writeUInt32LE(44_100 * 2 * bytes, 8);
  format.writeUInt16LE(2 * bytes, 12);
  format.writeUInt16LE(bits, 14);
  return chunk('RIFF', Buffer.concat([text('WAVE'), chunk('fmt ', format), chunk('data', data)]));
}

it.each([
  [24, 4],
  [20, 4],
  [20, 3],
  [16, 3],
  [16, 4],
  [12, 2],
])('a WAV of %i bits in %i bytes sounds as it should', async (bits, bytes) => {
  const plain = await measured(wav(2));
  const { duration_seconds, loudness_lufs } = await measured(padded(wav(2), bits, bytes));
  expect({ duration_seconds, loudness_lufs }).toEqual({
    duration_seconds: 2,
    loudness_lufs: plain.loudness_lufs,
  });
});

it('a WAV whose header contradicts itself is believed by its byte rate, or refused', async () => {
  const sound = wavOf([new Float32Array(44_100).fill(0.1), new Float32Array(44_100).fill(0.1)], 44_100);
  expect((await measured(patched(sound, 32, 7))).duration_seconds).toBe(1);
  const both = patched(patched(sound, 32, 7), 28, 1, 0, 0, 0);
  await expect(measured(both)).rejects.toThrow(Unplayable);
  await expect(measured(both)).rejects.toThrow('contradicts itself');
});
