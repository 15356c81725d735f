import { describe, expect, test } from 'vitest';
import { loudnessMeter, loudnessOverTime, measureLoudness, truePeak, truePeakMeter } from './loudness.ts';

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

/** A stereo signal of 1 kHz tones: [seconds, dBFS]. */
function tones(...pieces: (readonly [seconds: number, dBFS: number])[]): [Float32Array, Float32Array] {
  const x = join(...pieces.map(([seconds, dBFS]) => sine(1000, seconds, dBFS)));
  return [x, x];
}

/** Cuts a signal into the pieces in which a decoder might deliver it. */
function* pieces(channels: Float32Array[]) {
  const length = channels[0]!.length;
  for (let at = 0; at < length; at += 4567) yield channels.map((x) => x.subarray(at, at + 4567));
}

function integratedInPieces(channels: Float32Array[]): number {
  const meter = loudnessMeter(channels.length, 48_000);
  for (const piece of pieces(channels)) meter.push(piece);
  return meter.integrated();
}

const within = (measured: number, expected: number, tolerance: number) =>
  expect(Math.abs(measured - expected), `${measured} instead of ${expected}`).toBeLessThanOrEqual(tolerance);

// The synthetic signals of the tables of "minimum requirements"; the others are recordings.
describe('EBU Tech 3341', () => {
  test.each([
    [1, -23],
    [2, -33],
  ])(
    'case %i: a steady tone of %i dBFS has that loudness, momentary, short-term and integrated',
    (_, level) => {
      const signal = tones([20, level]);
      within(measureLoudness(signal, 48_000).integrated, level, 0.1);
      for (const value of loudnessOverTime(signal, 48_000).shortTerm) within(value, level, 0.1);
      for (let at = 0; at < 480_000; at += 48_000) {
        const moment = signal.map((x) => x.subarray(at, at + 19_200));
        within(measureLoudness(moment, 48_000).integrated, level, 0.1);
      }
    },
  );

  const gated = [
    [10, -36],
    [60, -23],
    [10, -36],
  ] as const;
  test.each([
    [3, tones(...gated)],
    [4, tones([10, -72], ...gated, [10, -72])],
    [5, tones([20, -26], [20.1, -20], [20, -26])],
    // The surround channels with the gain that a meter of 5.0 would give them.
    [6, [-28, -28, -24, -30 + 1.5, -30 + 1.5].map((level) => sine(1000, 20, level))],
  ])('case %i: the integrated loudness is -23 LUFS', (_, signal) => {
    within(measureLoudness(signal, 48_000).integrated, -23, 0.1);
    within(integratedInPieces(signal), -23, 0.1);
  });

  test('case 9: short-term loudness stays the same for a tone that repeats every three seconds', () => {
    const signal = tones(
      ...Array.from({ length: 5 }, () => [[1.34, -20] as const, [1.66, -30] as const]).flat(),
    );
    for (const value of loudnessOverTime(signal, 48_000).shortTerm) within(value, -23, 0.1);
  });

  test.each([0, 1, 7, 13, 19])(
    'case 10: the highest short-term loudness of three seconds, begun late (%i)',
    (i) => {
      const silence = new Float32Array(Math.round(i * 0.15 * 48_000));
      const x = join(silence, sine(1000, 3, -23), new Float32Array(48_000));
      within(Math.max(...loudnessOverTime([x, x], 48_000).shortTerm), -23, 0.1);
    },
  );

  test.each([
    [15, 4, 0.5, 0, -6],
    [16, 4, 0.5, 45, -6],
    [17, 6, 0.5, 60, -6],
    [18, 8, 0.5, 67.5, -6],
    [19, 4, 1.41, 45, 3],
  ])('case %i: the true peak of a sine of fs/%i', (_, divisor, amplitude, degrees, expected) => {
    const x = sine(48_000 / divisor, 0.2, 20 * Math.log10(amplitude), 48_000, (degrees * Math.PI) / 180);
    expectTruePeak(faded(x), expected);
  });

  test.each([
    [20, 0],
    [21, 1],
    [22, 2],
    [23, 3],
  ])('case %i: the true peak of one louder period, sampled %i/4 of a sample later', (_, offset) => {
    const x = lowPassed(periodAmongOthers());
    expectTruePeak(faded(x.filter((_, i) => i % 4 === offset)), 0);
  });

  function expectTruePeak(x: Float32Array, expected: number) {
    const meter = truePeakMeter(2);
    for (const piece of pieces([x, x])) meter.push(piece);
    for (const measured of [truePeak([x, x]), meter.end()]) {
      expect(measured).toBeLessThanOrEqual(expected + 0.2);
      expect(measured).toBeGreaterThanOrEqual(expected - 0.4);
    }
  }

  /** Tapered with 10 ms. */
  const faded = (x: Float32Array) => x.map((v, i) => v * Math.min(1, i / 480, (x.length - 1 - i) / 480));

  /** At four times the sample rate: a sine of fs/6 of half the amplitude, with one whole period of fs/4. */
  const periodAmongOthers = () => {
    const quiet = Float32Array.from({ length: 24 * 800 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * i) / 24));
    return join(
      quiet,
      Float32Array.from({ length: 16 }, (_, i) => Math.sin((2 * Math.PI * i) / 16)),
      quiet,
    );
  };

  /** Against aliasing: a windowed sinc that ends at half of the lower sample rate. */
  function lowPassed(x: Float32Array): Float32Array {
    const half = 128;
    const taps = Float64Array.from({ length: 2 * half + 1 }, (_, k) => {
      const t = (k - half) / 4;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * (k - half)) / (half + 1));
      return ((t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t)) / 4) * window;
    });
    return x.map((_, i) => taps.reduce((sum, tap, k) => sum + tap * (x[i + k - half] ?? 0), 0));
  }
});

describe('EBU Tech 3342', () => {
  test.each([
    [1, [-20, -30], 10],
    [2, [-20, -15], 5],
    [3, [-40, -20], 20],
    [4, [-50, -35, -20, -35, -50], 15],
  ])('case %i: the loudness range of %j dBFS is %i LU', (_, levels, range) => {
    within(measureLoudness(tones(...levels.map((level) => [20, level] as const)), 48_000).range, range, 1);
  });
});

test('silence has no loudness, range or peak', () => {
  const x = new Float32Array(96_000);
  expect(measureLoudness([x, x], 48_000)).toMatchObject({ integrated: -Infinity, range: 0 });
  expect(truePeak([x])).toBe(-Infinity);
});
