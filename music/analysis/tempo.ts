import { fft, frames } from './spectrum.ts';

const SIZE = 1024;
const HOP = 512;
/** The range of tempos in bpm, and the one listeners tap most often. */
const SLOWEST = 60;
const FASTEST = 200;
const TAPPED = 120;
/** Standard deviation of the preference for it, in octaves. */
const WIDTH = 0.9;
/** Below this autocorrelation no beat is reported. */
const MIN_CORRELATION = 0.12;

/** Estimates the tempo of sound that arrives in pieces. */
export interface TempoMeter {
  push: (mono: Float32Array) => void;
  /** The estimate in bpm; null when no beat stands out. */
  tempo: () => number | null;
}

/** Spectral flux onsets, their autocorrelation, and a preference for the tempos that people tap. */
export function tempoMeter(sampleRate: number): TempoMeter {
  const hann = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
  const re = new Float64Array(SIZE);
  const im = new Float64Array(SIZE);
  let before = new Float64Array(SIZE / 2);
  let now = new Float64Array(SIZE / 2);
  const onsets: number[] = [];
  const listen = (frame: Float32Array) => {
    for (let i = 0; i < SIZE; i++) re[i] = frame[i]! * hann[i]!;
    im.fill(0);
    fft(re, im);
    let flux = 0;
    for (let i = 1; i < SIZE / 2; i++) {
      now[i] = Math.log1p(10 * Math.sqrt(re[i]! ** 2 + im[i]! ** 2));
      flux += Math.max(0, now[i]! - before[i]!);
    }
    [before, now] = [now, before];
    onsets.push(flux);
  };
  return {
    push: frames(SIZE, HOP, listen),
    tempo: () => tempoOf(onsets, sampleRate / HOP),
  };
}

/** @param rate onset values per second. */
function tempoOf(onsets: number[], rate: number): number | null {
  const smooth = withoutTrend(onsets, Math.round(rate));
  const longest = Math.ceil((4 * 60 * rate) / SLOWEST) + 2;
  if (smooth.length < 2 * longest) return null;
  const correlation = autocorrelation(smooth, longest);
  let best = { bpm: 0, score: Number.NEGATIVE_INFINITY, correlation: 0 };
  for (let bpm = SLOWEST; bpm <= FASTEST; bpm += 0.25) {
    const lag = (60 * rate) / bpm;
    let sum = 0;
    for (let beats = 1; beats <= 4; beats++) sum += between(correlation, beats * lag);
    const octaves = Math.log2(bpm / TAPPED) / WIDTH;
    const score = (sum / 4) * Math.exp(-0.5 * octaves ** 2);
    if (score > best.score) best = { bpm, score, correlation: sum / 4 };
  }
  return best.correlation < MIN_CORRELATION ? null : Math.round(best.bpm);
}

/** The values above the mean of the `width` values around them. */
function withoutTrend(values: number[], width: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, i) => {
    sums[i + 1] = sums[i]! + value;
  });
  return Float64Array.from(values, (value, i) => {
    const from = Math.max(0, i - (width >> 1));
    const to = Math.min(values.length, i + (width >> 1) + 1);
    return Math.max(0, value - (sums[to]! - sums[from]!) / (to - from));
  });
}

function autocorrelation(x: Float64Array, longest: number): Float64Array {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const centered = x.map((value) => value - mean);
  const at = (lag: number) => {
    let sum = 0;
    for (let i = lag; i < centered.length; i++) sum += centered[i]! * centered[i - lag]!;
    return sum / (centered.length - lag);
  };
  const power = at(0) || 1;
  return Float64Array.from({ length: longest + 1 }, (_, lag) => (lag === 0 ? 1 : at(lag) / power));
}

function between(values: Float64Array, at: number): number {
  const low = Math.floor(at);
  return values[low]! + (values[low + 1]! - values[low]!) * (at - low);
}
