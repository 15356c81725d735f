import { expect, it } from 'vitest';
import { RATE } from '../sound/tables.ts';
import { gestureOf, shape } from './events.ts';

const note = { beat: 0, length: 1, pitch: 69, velocity: 0.8 };
const tone = Float32Array.from({ length: RATE }, (_, i) => Math.sin((2 * Math.PI * 440 * i) / RATE));

/** Waves in a stretch of a second, per second. */
function frequencyIn(x: Float32Array, from: number, to: number): number {
  let waves = 0;
  for (let i = Math.round(from * RATE) + 1; i < to * RATE; i++) if (x[i - 1]! < 0 && x[i]! >= 0) waves++;
  return waves / (to - from);
}

it('bends up into a note, and lets it fall at its end', () => {
  const bent = shape(tone, RATE, 0.9, { bend: 2, fall: 3 });
  expect(bent).toHaveLength(RATE);
  expect(frequencyIn(bent, 0, 0.06)).toBeLessThan(425);
  expect(Math.abs(frequencyIn(bent, 0.2, 0.6) - 440)).toBeLessThan(5);
  expect(frequencyIn(bent, 0.9, 1)).toBeLessThan(390);
});

it('grows and fades while a note is held', () => {
  const loudness = (x: Float32Array, from: number) =>
    Math.max(...x.subarray(from * RATE, (from + 0.1) * RATE).map(Math.abs));
  const grown = shape(tone, RATE, 1, { swell: 1 });
  expect(loudness(grown, 0.9)).toBeGreaterThan(2 * loudness(grown, 0));
  const faded = shape(tone, RATE, 1, { swell: -1 });
  expect(loudness(faded, 0.9)).toBeLessThan(0.5 * loudness(faded, 0));
});

it('leaves a plain note alone', () => {
  expect(gestureOf(note)).toBeUndefined();
  expect(gestureOf({ ...note, fall: 2 })).toEqual({ bend: 0, fall: 2, swell: 0 });
});
