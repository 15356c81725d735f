import { fft } from '../../analysis/spectrum.ts';

/** Everything is rendered at this rate, in Hz. */
export const RATE = 44_100;
/** Control rate: envelopes, filters and vibrato move once per block, in samples. */
export const BLOCK = 64;
export const TABLE = 2048;

/** One period of a wave at half-octave steps of bandwidth, so that no pitch aliases and none is dull. */
export type Wave = Float32Array[];

/** Builds a wave from the amplitude (sine phase) of each harmonic, 1 = fundamental. */
function createWave(amplitude: (harmonic: number) => number): Wave {
  const levels: Wave = [];
  for (let level = 0; level < 20; level++) {
    const highest = Math.min(TABLE / 2 - 1, Math.floor(18_500 / (27.5 * 2 ** ((level + 1) / 2))));
    const re = new Float64Array(TABLE);
    const im = new Float64Array(TABLE);
    for (let n = 1; n <= Math.max(1, highest); n++) im[n] = amplitude(n) / 2;
    for (let n = 1; n <= Math.max(1, highest); n++) im[TABLE - n] = -im[n]!;
    fft(re, im);
    const table = new Float32Array(TABLE + 1);
    for (let i = 0; i < TABLE; i++) table[i] = re[i]!;
    table[TABLE] = table[0]!;
    levels.push(table);
  }
  return levels;
}

/** The brightest table of a wave that doesn't alias at this frequency (Hz). */
export function tableFor(wave: Wave, frequency: number): Float32Array {
  const level = Math.floor(2 * Math.log2(Math.max(27.5, frequency) / 27.5));
  return wave[Math.min(wave.length - 1, level)]!;
}

export const WAVES = {
  sine: createWave((n) => (n === 1 ? 1 : 0)),
  triangle: createWave((n) => (n % 2 ? (0.81 * (n % 4 === 1 ? 1 : -1)) / (n * n) : 0)),
  saw: createWave((n) => 0.6 / n),
  square: createWave((n) => (n % 2 ? 0.9 / n : 0)),
  /** A 25 % pulse: nasal, for leads and clavinet-like stabs. */
  pulse: createWave((n) => (0.9 / n) * Math.sin(Math.PI * n * 0.25)),
};

export const SINE = WAVES.sine[19]!;

/** One period of a sine, long enough to be read without interpolation (error below -80 dB). */
export const LONG_SINE_SIZE = 16_384;
export const LONG_SINE = Float32Array.from({ length: LONG_SINE_SIZE }, (_, i) =>
  Math.sin((2 * Math.PI * i) / LONG_SINE_SIZE),
);
