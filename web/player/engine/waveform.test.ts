import { expect, it } from 'vitest';
import { bars, type WaveformJson } from './waveform.ts';

const waveform = (...peaks: number[]): WaveformJson => ({
  version: 2,
  channels: 1,
  bits: 8,
  length: peaks.length,
  data: peaks.flatMap((peak) => [-peak, peak]),
});

it('draws flat bars while there is nothing to draw', () => {
  expect(bars(undefined, 3)).toEqual([0, 0, 0]);
  expect(bars(waveform(), 3)).toEqual([0, 0, 0]);
  expect(bars(waveform(1, 2), 0)).toEqual([]);
});

it('has as many bars as asked for, from 0 to 1, the loudest at 1', () => {
  for (const count of [1, 2, 7, 50, 400]) {
    const drawn = bars(waveform(...Array.from({ length: 100 }, (_, i) => i)), count);
    expect(drawn).toHaveLength(count);
    expect(Math.max(...drawn)).toBe(1);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
  }
});

it('averages what falls into one bar, and takes the larger side of a lopsided peak', () => {
  const [first, second] = bars(waveform(0, 100, 100, 100), 2);
  expect(second).toBe(1);
  expect(first).toBeCloseTo(0.5 ** 1.8);
  expect(bars({ ...waveform(1, 1), data: [-100, 0, 0, 100] }, 2)).toEqual([1, 1]);
});

it('leaves silence silent', () => {
  expect(bars(waveform(0, 0, 0), 2)).toEqual([0, 0]);
});
