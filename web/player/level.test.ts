import { expect, it } from 'vitest';
import { level } from './level.ts';

it.each([
  [-14, 1],
  [-20, 1],
  [-8, 0.501],
  [-4, 0.316],
  [0, 0.2],
  [null, 1],
])('a track of %s LUFS plays at %s of the volume', (loudness, factor) =>
  expect(level(loudness)).toBeCloseTo(factor, 3),
);

it('brings any two loud tracks to the same loudness', () => {
  const heard = (loudness: number) => loudness + 20 * Math.log10(level(loudness));
  expect(heard(-6)).toBeCloseTo(heard(-11), 6);
});
