import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ffmpeg, findFfmpeg, measuredByFfmpeg } from '../testing/ffmpeg.ts';
import { openMp3File } from './mp3.ts';
import { processFile } from './process-file.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const RATE = 48_000;
const SECONDS = 4;

/** Samples in two channels, -1..1. */
const signals: Record<string, (i: number) => [left: number, right: number]> = {
  // Its samples lie 1.2 dB below its true peaks. It fades in, because the peaks of a sudden start depend on the filter.
  'a tone between its samples': (i) => {
    const value = 0.5 * Math.min(1, i / 4800) * Math.sin((Math.PI / 3) * i);
    return [value, value];
  },
  'a melody with a rest': (i) => {
    const beat = Math.floor(i / (RATE / 2));
    const level = beat % 8 > 4 ? 0.001 : 0.25;
    const hz = 220 * 2 ** ([0, 3, 7, 12, 7][beat % 5]! / 12);
    const value = level * Math.sin((2 * Math.PI * hz * i) / RATE);
    return [value, value / 3];
  },
  noise: (i) => {
    // The same in every run, and nearly white.
    const random = (n: number) => ((Math.imul(n ^ (n >>> 13), 0x5bd1e995) >>> 0) / 2 ** 31 - 1) * 0.2;
    return [random(i * 2 + 1), random(i * 2 + 2)];
  },
};

/** Formats that ffmpeg makes of it: the file extension, and the options. */
const formats: [what: string, ending: string, options: string[]][] = [
  ['MP3', 'mp3', ['-c:a', 'libmp3lame', '-b:a', '192k']],
  ['MP3 of variable rate', 'mp3', ['-c:a', 'libmp3lame', '-q:a', '4']],
  ['MP3 of 22 kHz in one channel', 'mp3', ['-c:a', 'libmp3lame', '-ar', '22050', '-ac', '1']],
  ['WAV of 16 bits', 'wav', ['-c:a', 'pcm_s16le']],
  ['WAV of 24 bits', 'wav', ['-c:a', 'pcm_s24le']],
  ['WAV of float', 'wav', ['-c:a', 'pcm_f32le']],
  ['FLAC', 'flac', ['-c:a', 'flac']],
  ['FLAC of 24 bits and 96 kHz', 'flac', ['-c:a', 'flac', '-ar', '96000', '-sample_fmt', 's32']],
  ['Ogg Vorbis', 'ogg', ['-c:a', 'libvorbis', '-q:a', '5']],
  ['Ogg Opus', 'opus', ['-c:a', 'libopus', '-b:a', '128k']],
  ['M4A', 'm4a', ['-c:a', 'aac', '-b:a', '192k']],
  ['M4A that begins with its table', 'm4a', ['-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart']],
];

/** One format of each codec. */
const CODECS = new Set(['MP3', 'WAV of float', 'FLAC', 'Ogg Vorbis', 'Ogg Opus', 'M4A']);

describe.skipIf(!findFfmpeg())('compared with ffmpeg', () => {
  let folder: string;
  const sources: Record<string, string> = {};
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ovation-agreement-'));
    for (const [index, [what, sample]] of Object.entries(signals).entries()) {
      const raw = new Float32Array(2 * RATE * SECONDS);
      for (let i = 0; i < RATE * SECONDS; i++) raw.set(sample(i), 2 * i);
      const file = path.join(folder, `${index}.f32`);
      await writeFile(file, Buffer.from(raw.buffer));
      sources[what] = file;
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  function make(signal: string, ending: string, options: string[]): string {
    const file = path.join(folder, `made.${ending}`);
    ffmpeg('-f', 'f32le', '-ar', `${RATE}`, '-ac', '2', '-i', sources[signal]!, ...options, file);
    return file;
  }
  const targets = () => ({ stream: path.join(folder, 'stream'), preview: path.join(folder, 'preview') });
  const process = (file: string) =>
    processFile(file, targets(), { maxSeconds: 30 * 60, onProgress: () => {} });
  const near = (ours: number | null, theirs: number, within: number) =>
    expect(Math.abs((ours ?? Number.NaN) - theirs), `${ours}, ffmpeg: ${theirs}`).toBeLessThanOrEqual(within);

  // Each signal in each codec, and one of them in every form of it.
  const pairs = Object.keys(signals).flatMap((signal) =>
    formats
      .filter(([what]) => signal === 'a melody with a rest' || CODECS.has(what))
      .map(([what, ending, options]) => ({ signal, what, ending, options })),
  );
  it.each(pairs)(
    '$signal in $what has the same length, loudness and peak, and so has its copy',
    async (one) => {
      const file = make(one.signal, one.ending, one.options);
      const theirs = measuredByFfmpeg(file);
      const ours = await process(file);
      near(ours.duration_seconds, theirs.seconds, 0.1);
      near(ours.loudness_lufs, theirs.lufs, 0.5);
      // What lies between samples of noise up to half the sample rate is the interpolating filter's, not the signal's.
      if (one.signal !== 'noise') near(ours.true_peak_dbtp, theirs.peak, 0.5);
      if (one.signal !== 'a melody with a rest' || one.ending === 'mp3') return;

      // The copy plays everywhere.
      const { stream, codec } = ours;
      expect(stream).toBe(codec === 'aac' ? 'm4a' : 'mp3');
      const copy = measuredByFfmpeg(targets().stream);
      near(copy.seconds, theirs.seconds, 0.1);
      near(copy.lufs, theirs.lufs, 0.5);
      const { log } = ffmpeg('-i', targets().stream, '-f', 'null', '-');
      expect(log).toMatch(codec === 'aac' ? /Audio: aac \(LC\)/ : /Audio: mp3/);
      if (codec === 'aac') expect(await boxesOf(targets().stream)).toEqual(['ftyp', 'moov', 'mdat']);
      const preview = measuredByFfmpeg(targets().preview);
      near(preview.seconds, Math.min(30, theirs.seconds), 0.1);
    },
  );

  it.each(['mp3', 'flac', 'ogg', 'm4a'])('tags that ffmpeg wrote into %s are read', async (ending) => {
    const words = { title: 'Harbour – Übung', artist: 'The Marlow Trio', album: 'Tides' };
    const file = make('noise', ending, [
      ...Object.entries(words).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
      ...(ending === 'ogg' ? ['-c:a', 'libvorbis'] : []),
    ]);
    expect((await process(file)).tags).toMatchObject(words);
  });

  it('the length that our MP3 states is understood', async () => {
    const file = path.join(folder, 'stated.mp3');
    const samples = 70_001;
    const mp3 = await openMp3File(file, 1, 44_100, 192);
    await mp3.write([Float32Array.from({ length: samples }, (_, i) => 0.4 * Math.sin(i / 20 + 1.2))]);
    await mp3.end();
    expect(ffmpeg('-i', file, '-f', 's16le', 'pipe:1').output).toHaveLength(2 * samples);
  });
});

/** The names of an MP4's outer boxes, in their order; those that only fill do not count. */
async function boxesOf(path: string): Promise<string[]> {
  const file = await open(path);
  const { size } = await file.stat();
  const head = Buffer.alloc(16);
  const names: string[] = [];
  for (let at = 0; at < size; ) {
    await file.read(head, 0, 16, at);
    names.push(head.toString('latin1', 4, 8));
    at += head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
  }
  await file.close();
  return names.filter((name) => name !== 'free');
}
