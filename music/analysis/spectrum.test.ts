import { expect, test } from 'vitest';
import { bandLevel, chroma, fft, powerSpectrum } from './spectrum.ts';

test('the transform finds a cosine in its bin', () => {
  const re = Float64Array.from({ length: 64 }, (_, i) => Math.cos((2 * Math.PI * 5 * i) / 64));
  const im = new Float64Array(64);
  fft(re, im);
  expect(re[5]).toBeCloseTo(32, 9);
  expect(re[59]).toBeCloseTo(32, 9);
  expect(Math.abs(re[6]!) + Math.abs(im[5]!)).toBeLessThan(1e-9);
});

test('bands and pitch classes', () => {
  const a = Float32Array.from({ length: 44_100 }, (_, i) => Math.sin((2 * Math.PI * 440 * i) / 44_100));
  const spectrum = powerSpectrum(a);
  expect(bandLevel(spectrum, 44_100, 400, 480) - bandLevel(spectrum, 44_100, 1000, 9000)).toBeGreaterThan(60);
  expect(chroma(spectrum, 44_100)[9]).toBeGreaterThan(0.9);
});
