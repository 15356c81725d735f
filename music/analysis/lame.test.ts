import { MPEGDecoder } from 'mpg123-decoder';
import { expect, it } from 'vitest';
import { encodeMp3 } from './mp3.ts';

/** Two seconds of a falling saw and noise: highs at all levels, which an encoder has to spend bits on. */
function sound(): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: 88_200 }, (_, i) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return (0.3 * ((i / 200) % 1) + 0.05 * (seed / 2 ** 31)) * Math.exp(-(i % 22_050) / 8000);
  });
}

/** The power of what the MP3 differs by, dB against the sound. */
async function lost(mp3: Uint8Array, x: Float32Array): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const decoded = decoder.decode(mp3).channelData[0]!;
  decoder.free();
  let [difference, whole] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    difference += (decoded[i]! - x[i]!) ** 2;
    whole += x[i]! ** 2;
  }
  return 10 * Math.log10(difference / whole);
}

it('searches less when it is asked to be quick, and loses less all the same with a sixth more bits', async () => {
  const x = sound();
  const encode = (kbps: 192 | 224, effort: 'thorough' | 'quick') =>
    encodeMp3([x, x], 44_100, kbps, () => {}, effort);
  const [thorough, hasty, quick] = [
    await encode(192, 'thorough'),
    await encode(192, 'quick'),
    await encode(224, 'quick'),
  ];
  expect(hasty).toHaveLength(thorough.length);
  expect(Buffer.compare(hasty, thorough)).not.toBe(0);
  expect(await lost(quick, x)).toBeLessThan(await lost(thorough, x));
});
