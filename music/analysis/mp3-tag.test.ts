import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeMp3 } from '../testing/decode-mp3.ts';
import { encodeMp3, openMp3File } from './mp3.ts';
import { crc16 } from './mp3-frames.ts';

/** A tone that begins and ends at once, so that a shift of a few samples shows. */
const tone = (samples: number) =>
  Float32Array.from({ length: samples }, (_, i) => 0.4 * Math.sin(i / 20 + 1.2));

/** Root mean square of the difference when `b` is `shift` samples late, away from the edges. */
function difference(a: Float32Array, b: Float32Array, shift: number): number {
  let sum = 0;
  for (let i = 1000; i < b.length - 1000; i++) sum += (a[i + shift]! - b[i]!) ** 2;
  return Math.sqrt(sum / (b.length - 2000));
}

describe('the tag of an MP3', () => {
  it.each([
    [44_100, 192, 2, 50_000],
    [44_100, 224, 2, 50_000],
    [44_100, 128, 1, 44_100],
    [48_000, 256, 2, 61_337],
    [44_100, 320, 2, 1152 * 40],
  ] as const)(
    'at %i Hz and %i kbit/s in %i channels, plays exactly its %i samples',
    async (hz, kbps, channels, samples) => {
      const sound = tone(samples);
      const mp3 = await encodeMp3(Array(channels).fill(sound), hz, kbps);
      const decoded = await decodeMp3(mp3);
      expect(decoded[0]).toHaveLength(samples);
      // LAME lowers the level by up to 5 %.
      const [early, exact, late] = [-1, 0, 1].map((shift) => difference(decoded[0]!, sound, shift));
      expect(exact).toBeLessThan(Math.min(early!, late!, 0.02));
    },
  );

  it('names the length of the file, and sums up what follows it', async () => {
    const mp3 = Buffer.from(await encodeMp3([tone(88_200), tone(88_200)], 44_100));
    const length = 626;
    expect(mp3.toString('latin1', 36, 40)).toBe('Info');
    expect(mp3.readUInt32BE(44)).toBe(Math.round((mp3.length - length) / 626.94));
    expect(mp3.readUInt32BE(48)).toBe(mp3.length);
    expect(mp3.readUInt16BE(188)).toBe(crc16(mp3.subarray(length)));
    expect(mp3.readUInt16BE(190)).toBe(crc16(mp3.subarray(0, 190)));
    // The check value of CRC-16/ARC.
    expect(crc16(Buffer.from('123456789'))).toBe(0xbb3d);
  });

  it('is the same in a file that is written piece by piece', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ovation-tag-'));
    const [file, sound] = [path.join(folder, 'a.mp3'), tone(100_000)];
    const mp3 = await openMp3File(file, 2, 44_100, 128);
    for (let at = 0; at < sound.length; at += 44_100)
      await mp3.write(Array(2).fill(sound.subarray(at, at + 44_100)));
    await mp3.end();
    const whole = await encodeMp3([sound, sound], 44_100, 128);
    expect(Buffer.compare(await readFile(file), whole)).toBe(0);
    await rm(folder, { recursive: true });
  });
});
