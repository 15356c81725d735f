import { expect, it } from 'vitest';
import { clippingMeter } from './waveform.ts';

function share(...pieces: number[][]): number {
  const meter = clippingMeter(1);
  for (const piece of pieces) meter.push([Float32Array.from(piece)]);
  return meter.share();
}
const sine = (hz: number, level: number) =>
  Array.from({ length: 44_100 }, (_, i) =>
    Math.max(-1, Math.min(1, level * Math.sin((2 * Math.PI * hz * i) / 44_100))),
  );

it('counts the samples of runs at full scale on one side', () => {
  expect(share([0, 0, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 0, 0, 0, 0])).toBe(0.5);
  expect(share([1, 1, -1, -1, 1, 1, -1, -1])).toBe(0);
  expect(share([0.99, 0.99, 0.99, 0.99])).toBe(0);
  expect(share([])).toBe(0);
});

it('follows a run from one piece to the next', () => {
  expect(share([0, 1], [1, 1], [1, 1, 0, 0, 0, 0])).toBe(0.5);
});

it('adds up the channels', () => {
  const meter = clippingMeter(2);
  meter.push([new Float32Array(5).fill(1), new Float32Array(5)]);
  expect(meter.share()).toBe(0.5);
});

it('knows a tone that just reaches full scale from one that was cut off', () => {
  for (const hz of [40, 440, 4000]) expect(share(sine(hz, 1))).toBe(0);
  for (const hz of [40, 440]) expect(share(sine(hz, 1.4))).toBeGreaterThan(0.4);
});
