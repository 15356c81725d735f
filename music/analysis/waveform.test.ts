import { expect, test } from 'vitest';
import { drawWaveform } from './waveform.ts';

test('draws about 400 points in audiowaveform format, version 2', () => {
  const x = Float32Array.from({ length: 44_100 * 60 + 17 }, (_, i) => Math.sin(i / 20));
  const waveform = drawWaveform([x, x], 44_100);
  expect(waveform).toMatchObject({ version: 2, channels: 1, sample_rate: 44_100, bits: 8 });
  expect(waveform.data.length).toBe(waveform.length * 2);
  expect(Math.abs(waveform.length - 400)).toBeLessThan(5);
  expect(waveform.samples_per_pixel * waveform.length).toBeGreaterThanOrEqual(x.length);
  expect(waveform.data.every((v) => Number.isInteger(v) && v >= -128 && v <= 127)).toBe(true);
  expect(waveform.data.slice(0, 2)).toEqual([-127, 127]);
});

test('mixes to mono: opposite channels cancel; nothing gives nothing', () => {
  const x = new Float32Array(1000).fill(0.5);
  expect(drawWaveform([x, x.map((v) => -v)], 44_100, 10).data.every((v) => v === 0)).toBe(true);
  expect(drawWaveform([new Float32Array(0)], 44_100)).toMatchObject({ length: 0, data: [] });
});
