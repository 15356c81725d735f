import { describe, expect, it } from 'vitest';
import { fft } from '../../analysis/spectrum.ts';
import { drive } from './drive.ts';
import { RATE } from './tables.ts';

const SIZE = 1 << 14;

/**
 * The loudest tone, in dB under the fundamental, that distortion leaves where no harmonic lies: what folded back, below
 * 16 kHz. The fundamental falls on a bin, so everything it makes does too.
 */
function aliasing(amount: number, bin: number, level: number): number {
  const x = Float32Array.from(
    { length: 2 * SIZE },
    (_, i) => level * Math.sin((2 * Math.PI * bin * i) / SIZE),
  );
  drive({ amount, bias: 0.18 })({ secondsPerBeat: 0.5, random: () => 0 })(x, null, 0, x.length);
  const [re, im] = [Float64Array.from(x.subarray(SIZE)), new Float64Array(SIZE)];
  fft(re, im);
  const magnitude = (at: number) => Math.hypot(re[at]!, im[at]!);
  let loudest = 0;
  for (let harmonic = 2; harmonic < 100; harmonic++) {
    const folded = Math.abs(((harmonic * bin + SIZE / 2) % SIZE) - SIZE / 2);
    if (folded % bin === 0 || folded * RATE > 16_000 * SIZE) continue;
    loudest = Math.max(loudest, magnitude(folded));
  }
  return 20 * Math.log10(loudest / magnitude(bin));
}

describe('distortion', () => {
  // Hertz by bin: 439, 1,176, 2,016. Gains from a warm bass to a stack of amplifiers.
  // From a warm bass to a stack of amplifiers, which nothing reaches at full scale.
  it.each([
    [1.4, 1],
    [1.6, 1],
    [2.4, 1],
    [5, 1],
    [8, 1],
    [14, 0.5],
  ])('with a gain of %f at %f of full scale folds nothing back above -60 dB', (amount, level) => {
    // 439, 1,176 and 2,016 Hz.
    for (const bin of [163, 437, 749]) expect(aliasing(amount, bin, level), `bin ${bin}`).toBeLessThan(-60);
  });

  it('adds no offset', () => {
    const x = Float32Array.from({ length: RATE }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 110 * i) / RATE));
    drive({ amount: 6, bias: 0.3 })({ secondsPerBeat: 0.5, random: () => 0 })(x, null, 0, x.length);
    const late = x.subarray(RATE / 2);
    expect(Math.abs(late.reduce((a, b) => a + b, 0) / late.length)).toBeLessThan(0.003);
  });
});
