import { expect, test } from 'vitest';
import { measureLoudness, truePeak } from './loudness.ts';

function sine(hz: number, seconds: number, dBFS: number, rate = 48_000, phase = 0): Float32Array {
  const level = 10 ** (dBFS / 20);
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => level * Math.sin((2 * Math.PI * hz * i) / rate + phase),
  );
}

function join(...pieces: Float32Array[]): Float32Array {
  const out = new Float32Array(pieces.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

// BS.1770: 997 Hz at 0 dBFS in one channel reads -3.01 LUFS; in both, 0.00.
test.each([44_100, 48_000])('997 Hz stereo sine at -20 dBFS is -20 LUFS at %i Hz', (rate) => {
  const x = sine(997, 10, -20, rate);
  expect(measureLoudness([x, x], rate).integrated).toBeCloseTo(-20, 1);
  expect(measureLoudness([x], rate).integrated).toBeCloseTo(-23.01, 1);
});

// EBU Tech 3341, cases 3 and 4: quiet passages are gated out.
test('gating leaves quiet passages out', () => {
  const x = join(sine(1000, 10, -36), sine(1000, 60, -23), sine(1000, 10, -36));
  expect(Math.abs(measureLoudness([x, x], 48_000).integrated + 23)).toBeLessThan(0.1);
  const y = join(sine(1000, 10, -72), x, sine(1000, 10, -72));
  expect(Math.abs(measureLoudness([y, y], 48_000).integrated + 23)).toBeLessThan(0.1);
});

// EBU Tech 3342, cases 1 and 3.
test.each([
  [-20, -30, 10],
  [-40, -20, 20],
])('loudness range of %i then %i dBFS is %i LU', (first, second, range) => {
  const x = join(sine(1000, 20, first), sine(1000, 20, second));
  expect(Math.abs(measureLoudness([x, x], 48_000).range - range)).toBeLessThan(1);
});

test('silence has no loudness, range or peak', () => {
  const x = new Float32Array(96_000);
  expect(measureLoudness([x, x], 48_000)).toMatchObject({ integrated: -Infinity, range: 0 });
  expect(truePeak([x])).toBe(-Infinity);
});

// EBU Tech 3341, case 15-16: a quarter of the sample rate at 45 degrees has its samples 3 dB below its peaks.
test('true peak sees between the samples', () => {
  const x = sine(12_000, 1, -6, 48_000, Math.PI / 4);
  const body = x.subarray(4800, 43_200);
  expect(Math.max(...body)).toBeCloseTo(10 ** (-9.01 / 20), 3);
  expect(Math.abs(truePeak([x]) + 6)).toBeLessThan(0.4);
  expect(Math.abs(truePeak([sine(997, 1, -6)]) + 6)).toBeLessThan(0.1);
});
