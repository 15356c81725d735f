/**
 * Loudness as broadcasters measure it.
 * Sources: ITU-R BS.1770-4 (K weighting, gating, true peak), EBU Tech 3342 (loudness range).
 */

export type Loudness = {
  /** Integrated loudness in LUFS; -Infinity for silence. */
  integrated: number;
  /** Loudness range in LU. */
  range: number;
};

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** Steps of 100 ms: both 400 ms blocks (75 % overlap) and 3 s windows are whole numbers of them. */
const STEP_SECONDS = 0.1;
const ABSOLUTE_GATE = -70;

/** Measures channels of equal length (one or two; surround weights are not needed here). */
export function measureLoudness(channels: readonly Float32Array[], sampleRate: number): Loudness {
  const steps = stepPowers(channels, sampleRate);
  const momentary = windowPowers(steps, 4);
  const shortTerm = windowPowers(steps, 30);
  return { integrated: gatedLoudness(momentary), range: loudnessRange(shortTerm) };
}

/** Integrated loudness (LUFS) and short-term loudness (3 s windows, one value per 100 ms), from one measurement. */
export function loudnessOverTime(
  channels: readonly Float32Array[],
  sampleRate: number,
): { integrated: number; shortTerm: Float64Array } {
  const steps = stepPowers(channels, sampleRate);
  return {
    integrated: gatedLoudness(windowPowers(steps, 4)),
    shortTerm: windowPowers(steps, 30).map(toLufs),
  };
}

/**
 * Integrated loudness of one channel, in LUFS. Measures its two halves side by side, which takes half the time and
 * differs from the whole only in the few milliseconds in which the filters settle.
 */
export function loudnessOfOne(x: Float32Array, sampleRate: number): number {
  const step = Math.round(sampleRate * STEP_SECONDS);
  const half = Math.floor(x.length / (2 * step));
  const [shelf, highPass] = kWeighting(sampleRate);
  const powers = new Float64Array(2 * half);
  const middle = half * step;
  addPowersOfTwo(
    x,
    x.subarray(middle),
    step,
    shelf,
    highPass,
    powers.subarray(0, half),
    powers.subarray(half),
  );
  return gatedLoudness(windowPowers(powers, 4));
}

/** Measures sound that arrives in pieces as `measureLoudness` does, without keeping the samples. */
export interface LoudnessMeter {
  push: (channels: readonly Float32Array[]) => void;
  /** LUFS; -Infinity for silence and for less than 400 ms. */
  integrated: () => number;
  /** The start of the loudest stretch of this many seconds; 0 when the sound is shorter. Seconds. */
  loudest: (seconds: number) => number;
}

export function loudnessMeter(channelCount: number, sampleRate: number): LoudnessMeter {
  const step = Math.round(sampleRate * STEP_SECONDS);
  const [shelf, highPass] = kWeighting(sampleRate);
  const states = Array.from({ length: channelCount }, () => new Float64Array(4));
  const steps: number[] = [];
  let sum = 0;
  let filled = 0;
  return {
    push: (channels) => {
      const frames = channels[0]!.length;
      for (let at = 0; at < frames; ) {
        const end = Math.min(frames, at + step - filled);
        for (let c = 0; c < channelCount; c++)
          sum += kWeightedPower(channels[c]!, at, end, shelf, highPass, states[c]!);
        filled += end - at;
        at = end;
        if (filled < step) continue;
        steps.push(sum / step);
        sum = filled = 0;
      }
    },
    integrated: () => gatedLoudness(windowPowers(Float64Array.from(steps), 4)),
    loudest: (seconds) => {
      const powers = windowPowers(Float64Array.from(steps), Math.round(seconds / STEP_SECONDS));
      let best = 0;
      for (let i = 1; i < powers.length; i++) if (powers[i]! > powers[best]!) best = i;
      return best * STEP_SECONDS;
    },
  };
}

/** The sum of squares from `at` to `end` after both filters, whose memory is `state`. */
function kWeightedPower(
  x: Float32Array,
  at: number,
  end: number,
  { b0, b1, b2, a1, a2 }: Biquad,
  { a1: c1, a2: c2 }: Biquad,
  state: Float64Array,
): number {
  let [s1, s2, h1, h2] = state as unknown as [number, number, number, number];
  let sum = 0;
  for (let i = at; i < end; i++) {
    const l = x[i]!;
    const y = b0 * l + s1;
    s1 = b1 * l - a1 * y + s2;
    s2 = b2 * l - a2 * y;
    const z = y + h1;
    h1 = -2 * y - c1 * z + h2;
    h2 = y - c2 * z;
    sum += z * z;
  }
  // Avoids denormals in long silences.
  if (Math.abs(h1) < 1e-18) h1 = h2 = s1 = s2 = 0;
  state.set([s1, s2, h1, h2]);
  return sum;
}

function toLufs(power: number): number {
  return power > 0 ? -0.691 + 10 * Math.log10(power) : -Infinity;
}

function gatedLoudness(powers: Float64Array): number {
  const audible = powers.filter((p) => toLufs(p) > ABSOLUTE_GATE);
  const gate = toLufs(mean(audible)) - 10;
  return toLufs(mean(audible.filter((p) => toLufs(p) > gate)));
}

function loudnessRange(powers: Float64Array): number {
  const audible = powers.filter((p) => toLufs(p) > ABSOLUTE_GATE);
  const gate = toLufs(mean(audible)) - 20;
  const levels = audible
    .filter((p) => toLufs(p) > gate)
    .map(toLufs)
    .sort();
  if (levels.length < 2) return 0;
  const at = (share: number) => levels[Math.round((levels.length - 1) * share)]!;
  return at(0.95) - at(0.1);
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length ? sum / values.length : 0;
}

/** K-weighted mean square of every 100 ms, summed over channels. */
function stepPowers(channels: readonly Float32Array[], sampleRate: number): Float64Array {
  const step = Math.round(sampleRate * STEP_SECONDS);
  const frames = channels[0]?.length ?? 0;
  const powers = new Float64Array(Math.floor(frames / step));
  const [shelf, highPass] = kWeighting(sampleRate);
  for (let c = 0; c + 1 < channels.length; c += 2)
    addPowersOfTwo(channels[c]!, channels[c + 1]!, step, shelf, highPass, powers);
  if (channels.length % 2 === 0) return powers;
  const state = new Float64Array(4);
  for (let k = 0; k < powers.length; k++)
    powers[k]! += kWeightedPower(channels.at(-1)!, k * step, (k + 1) * step, shelf, highPass, state) / step;
  return powers;
}

/** Adds the K-weighted power of each step of two channels. Both may add to the same powers. */
function addPowersOfTwo(
  x: Float32Array,
  second: Float32Array,
  step: number,
  shelf: Biquad,
  highPass: Biquad,
  powers: Float64Array,
  secondPowers = powers,
): void {
  const state = new Float64Array(10);
  for (let k = 0; k < powers.length; k++) {
    squareTwo(x, second, k * step, (k + 1) * step, shelf, highPass, state);
    powers[k]! += state[8]! / step;
    secondPowers[k]! += state[9]! / step;
  }
}

/**
 * Two channels in one loop: their recursions don't wait for each other. `state` holds the memories of both filters, and
 * gets the sums of squares as its last two. A function of its own, because V8 compiles the inner one of two loops badly.
 */
function squareTwo(
  x: Float32Array,
  second: Float32Array,
  from: number,
  to: number,
  { b0, b1, b2, a1, a2 }: Biquad,
  { a1: c1, a2: c2 }: Biquad,
  state: Float64Array,
): void {
  let s1 = state[0]!;
  let s2 = state[1]!;
  let h1 = state[2]!;
  let h2 = state[3]!;
  let t1 = state[4]!;
  let t2 = state[5]!;
  let k1 = state[6]!;
  let k2 = state[7]!;
  let sum = 0;
  let secondSum = 0;
  for (let i = from; i < to; i++) {
    const l = x[i]!;
    const r = second[i]!;
    const y = b0 * l + s1;
    const v = b0 * r + t1;
    s1 = b1 * l - a1 * y + s2;
    t1 = b1 * r - a1 * v + t2;
    s2 = b2 * l - a2 * y;
    t2 = b2 * r - a2 * v;
    const z = y + h1;
    const w = v + k1;
    h1 = -2 * y - c1 * z + h2;
    k1 = -2 * v - c1 * w + k2;
    h2 = y - c2 * z;
    k2 = v - c2 * w;
    sum += z * z;
    secondSum += w * w;
  }
  // Keeps the recursions out of denormals in long silences, which would be ten times slower.
  if (Math.abs(h1) < 1e-18) h1 = h2 = s1 = s2 = 0;
  if (Math.abs(k1) < 1e-18) k1 = k2 = t1 = t2 = 0;
  state[0] = s1;
  state[1] = s2;
  state[2] = h1;
  state[3] = h2;
  state[4] = t1;
  state[5] = t2;
  state[6] = k1;
  state[7] = k2;
  state[8] = sum;
  state[9] = secondSum;
}

function windowPowers(steps: Float64Array, width: number): Float64Array {
  const out = new Float64Array(Math.max(0, steps.length - width + 1));
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += steps[i + k]!;
    out[i] = sum / width;
  }
  return out;
}

/** The two filters of BS.1770 as analog prototypes, so that any sample rate is exact (the standard tabulates 48 kHz). */
function kWeighting(sampleRate: number): [Biquad, Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + shelfK / q + shelfK * shelfK;
  const shelf = {
    b0: (vh + (vb * shelfK) / q + shelfK * shelfK) / a0,
    b1: (2 * (shelfK * shelfK - vh)) / a0,
    b2: (vh - (vb * shelfK) / q + shelfK * shelfK) / a0,
    a1: (2 * (shelfK * shelfK - 1)) / a0,
    a2: (1 - shelfK / q + shelfK * shelfK) / a0,
  };
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const hq = 0.5003270373238773;
  const h0 = 1 + k / hq + k * k;
  return [shelf, { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / h0, a2: (1 - k / hq + k * k) / h0 }];
}

const TAPS = 12;
/** Phases 1/4, 2/4 and 3/4 of a 48-tap windowed sinc (phase 0 is the sample itself), as in BS.1770-4 annex 2. */
const PHASES = [0.25, 0.5, 0.75].map((offset) => {
  const taps = new Float64Array(TAPS);
  let sum = 0;
  for (let k = 0; k < TAPS; k++) {
    const t = k - (TAPS / 2 - 1) - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * t) / (TAPS / 2 + 0.5));
    taps[k] = (Math.sin(Math.PI * t) / (Math.PI * t)) * window;
    sum += taps[k]!;
  }
  return taps.map((tap) => tap / sum);
});
const WORST_GAIN = Math.max(...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/** The true peak of sound that arrives in pieces. */
export interface TruePeakMeter {
  push: (channels: readonly Float32Array[]) => void;
  /** dBTP; -Infinity for silence. Ends the measurement. */
  end: () => number;
}

/** @param peak a sample that is known to occur, which makes it faster. */
export function truePeakMeter(channelCount: number, peak = 0): TruePeakMeter {
  const carried = Array.from({ length: channelCount }, () => new Float32Array(TAPS - 1));
  const push = (channels: readonly Float32Array[]) => {
    for (let c = 0; c < channelCount; c++) {
      const x = new Float32Array(TAPS - 1 + channels[c]!.length);
      x.set(carried[c]!);
      x.set(channels[c]!, TAPS - 1);
      carried[c] = x.slice(x.length - TAPS + 1);
      peak = betweenSamples(x, peak);
    }
  };
  return {
    push,
    end: () => {
      push(carried.map(() => new Float32Array(TAPS)));
      return peak > 0 ? 20 * Math.log10(peak) : -Infinity;
    },
  };
}

/**
 * The highest sample of `x`, and of what lies between those that have all their neighbours; at least `peak`. Looks only
 * where the neighbourhood is loud enough to beat it: exact, and many times faster than everywhere.
 */
function betweenSamples(x: Float32Array, peak: number): number {
  const BLOCK = 64;
  for (let start = 0; start < x.length; start += BLOCK) {
    let highest = 0;
    const end = Math.min(x.length, start + BLOCK + TAPS - 1);
    for (let i = start; i < end; i++) if (Math.abs(x[i]!) > highest) highest = Math.abs(x[i]!);
    if (highest > peak) peak = highest;
    if (highest * WORST_GAIN <= peak) continue;
    for (const taps of PHASES) peak = interpolated(x, start, end - TAPS, taps, peak);
  }
  return peak;
}

/** The highest of `peak` and what lies a phase after the samples of `x` from `start` to `last`. */
function interpolated(
  x: Float32Array,
  start: number,
  last: number,
  taps: Float64Array,
  peak: number,
): number {
  const t0 = taps[0]!;
  const t1 = taps[1]!;
  const t2 = taps[2]!;
  const t3 = taps[3]!;
  const t4 = taps[4]!;
  const t5 = taps[5]!;
  const t6 = taps[6]!;
  const t7 = taps[7]!;
  const t8 = taps[8]!;
  const t9 = taps[9]!;
  const t10 = taps[10]!;
  const t11 = taps[11]!;
  for (let i = start; i <= last; i++) {
    const sum =
      x[i]! * t0 +
      x[i + 1]! * t1 +
      x[i + 2]! * t2 +
      x[i + 3]! * t3 +
      x[i + 4]! * t4 +
      x[i + 5]! * t5 +
      x[i + 6]! * t6 +
      x[i + 7]! * t7 +
      x[i + 8]! * t8 +
      x[i + 9]! * t9 +
      x[i + 10]! * t10 +
      x[i + 11]! * t11;
    const level = Math.abs(sum);
    if (level > peak) peak = level;
  }
  return peak;
}

/** True peak in dBTP: the highest of the 4-times oversampled signal over all channels; -Infinity for silence. */
export function truePeak(channels: readonly Float32Array[]): number {
  let peak = 0;
  for (const x of channels) {
    for (let i = 0; i < x.length; i++) {
      const level = Math.abs(x[i]!);
      if (level > peak) peak = level;
    }
  }
  const meter = truePeakMeter(channels.length, peak);
  meter.push(channels);
  return meter.end();
}
