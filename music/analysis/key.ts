import { chroma, frames, powerSpectrum } from './spectrum.ts';

const SIZE = 8192;
/** Pitch classes from C. */
export const NAMES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
/** Key profiles: the fit of each pitch class to a key on C. Source: Krumhansl & Kessler 1982. */
const MAJOR = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88];
const MINOR = [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17];
/** Below this correlation no key is reported. */
const MIN_FIT = 0.5;

/** Estimates the key of sound that arrives in pieces. */
export interface KeyMeter {
  push: (mono: Float32Array) => void;
  /** The estimate, such as `A minor`; null when no key fits. */
  key: () => string | null;
}

export function keyMeter(sampleRate: number): KeyMeter {
  const total = new Float64Array(12);
  return {
    push: frames(SIZE, SIZE, (frame) => {
      const power = powerSpectrum(frame, 0, SIZE, SIZE);
      if (power.every((value) => value < 1e-9)) return;
      chroma(power, sampleRate).forEach((share, pitch) => {
        total[pitch]! += share;
      });
    }),
    key: () => keyOf(total),
  };
}

function keyOf(chromas: Float64Array): string | null {
  let best = { name: '', fit: MIN_FIT };
  for (let tonic = 0; tonic < 12; tonic++) {
    const turned = Array.from({ length: 12 }, (_, i) => chromas[(tonic + i) % 12]!);
    for (const [mode, profile] of [
      ['major', MAJOR],
      ['minor', MINOR],
    ] as const) {
      const fit = correlation(turned, profile);
      if (fit > best.fit) best = { name: `${NAMES[tonic]} ${mode}`, fit };
    }
  }
  return best.name || null;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (x: readonly number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((value, i) => {
    ab += (value - ma) * (b[i]! - mb);
    aa += (value - ma) ** 2;
    bb += (b[i]! - mb) ** 2;
  });
  return aa > 0 ? ab / Math.sqrt(aa * bb) : 0;
}
