import { expect, it } from 'vitest';
import { normalizationGain } from './normalization-gain.ts';

it.each([
  [-14, 1],
  [-20, 1],
  [-8, 0.501],
  [-4, 0.316],
  [0, 0.2],
  [null, 1],
])('a track of %s LUFS plays at %s of the volume', (loudness, factor) =>
  expect(normalizationGain(loudness)).toBeCloseTo(factor, 3),
);

it('brings any two loud tracks to the same loudness', () => {
  const playedLoudness = (loudness: number) => loudness + 20 * Math.log10(normalizationGain(loudness));
  expect(playedLoudness(-6)).toBeCloseTo(playedLoudness(-11), 6);
});
