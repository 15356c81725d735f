import { loudnessOverTime, measureLoudness, truePeak } from '../../analysis/loudness.ts';
import { bandLevel, powerSpectrum } from '../../analysis/spectrum.ts';
import { createRandom } from '../random.ts';
import { type Score, secondsAt } from '../score.ts';
import { biquad, filterSeries, filterStereo, filterTwice } from './filters.ts';
import { softClip } from './oversampling.ts';
import { BLOCK, RATE } from './tables.ts';

/** The highest true peak before encoding, dBTP: MP3 adds up to a decibel of its own. */
const HIGHEST = -2.1;

/** Rise of a song's peaks through encoding, dB. */
const ENCODED = 0.4;

/** Loudness to which players turn louder songs down (LUFS), and a bit. */
const LOUDEST = -13.6;

/** The loudness of a record with that much between its peaks and itself, LUFS: open ones have to be quieter. */
export const loudnessOf = (crest: number): number => Math.min(LOUDEST, HIGHEST + ENCODED - crest);

/** Largest correction of tone and width by mastering, dB. */
const MOST = 2;

type Finish = {
  loudness: number;
  range: number;
  truePeak: number;
  /** Corrections made by mastering, dB: a mix that needs much is wrong at the source. */
  corrections: { air: number; side: number };
};
type Stereo = { left: Float32Array; right: Float32Array };
type MasterOptions = {
  scratch: Float32Array;
  spare: Stereo;
  /** Reports the share done, 0 to 1. */
  onProgress: (share: number) => void;
};

/** Cleans the low end, and brings the mix to -20 LUFS and its sections to the loudness range. */
export function balanceSections(mix: Stereo, score: Score): void {
  // Nothing below hearing, and a lighter low mid.
  filterSeries(mix.left, mix.right, biquad('highpass', 27, 0.7), biquad('peak', 300, 0.7, -1));
  if (score.sound.body) filterStereo(mix.left, mix.right, ...twice('peak', 200, 0.7, score.sound.body));
  const { integrated, shortTerm } = loudnessOverTime([mix.left, mix.right], RATE);
  const lift = Number.isFinite(integrated) ? -20 - integrated : 0;
  scale(mix, 10 ** (lift / 20));
  const levels = levelsOf(score, shortTerm);
  const lowest = Math.max(...levels) - DEEPEST;
  const rise = curveOf(
    score,
    levels.map((level) => Math.max(0, lowest - level)),
  );
  if (Math.min(...levels) < lowest) follow(mix, rise);
  rideSections(
    mix,
    score,
    shortTerm.map((level, i) => level + lift + rise(middleOf(i))),
  );
}

/** Finishes a balanced mix in place, in the given buffers of its length: low end to mono, width, air, warmth, glue, loudness, limiter, fades. */
export function master(mix: Stereo, score: Score, { scratch, spare, onProgress }: MasterOptions): Finish {
  const { left, right } = mix;
  const { sound } = score;
  onProgress(0.3);
  if (sound.crackle || sound.hiss) addDust(mix, score);
  const side = shapeWidth(mix, scratch, sound.width);
  const air = shapeAir(mix, sound.air);
  onProgress(0.5);
  const dense = peakOf(mix) - measureLoudness([left, right], RATE).integrated - sound.crest;
  if (dense > 0) {
    saturate(mix, sound.warmth * (1 + dense / 8));
    compress(mix, dense);
    // A compressor evens out the sections too, and so will the limiter.
    if (dense > 0.5)
      rideSections(mix, score, loudnessOverTime([left, right], RATE).shortTerm, Math.min(4, 1 + 0.4 * dense));
  } else sharpen(mix, -dense);
  raiseOpening(mix, score);
  fadeEdges(mix, score);
  onProgress(0.65);
  return { ...limitToLoudness(mix, sound.crest, spare), corrections: { air, side } };
}

/** One filter for each channel. */
const twice = (...shape: Parameters<typeof biquad>) => [biquad(...shape), biquad(...shape)] as const;

function scale({ left, right }: Stereo, gain: number): void {
  for (let i = 0; i < left.length; i++) {
    left[i]! *= gain;
    right[i]! *= gain;
  }
}

/** Largest gap of a section below the loudest before mastering, dB. */
const DEEPEST = 11;

/** The sample in the middle of a short-term measurement. */
const middleOf = (index: number) => (index * 0.1 + 1.5) * RATE;

/** The mean level of each section, of loudness over time. */
function levelsOf(score: Score, shortTerm: Float64Array): number[] {
  return score.sections.map((s) => {
    const [from, to] = [s.beat, s.beat + s.beats].map((beat) => Math.round(secondsAt(score, beat) * 10));
    const heard = shortTerm.slice(from, Math.max(from! + 1, to! - 30)).filter(Number.isFinite);
    return heard.length ? heard.reduce((a, b) => a + b, 0) / heard.length : -30;
  });
}

/** A value for each sample: the sections', with ramps of a third of a second that end where sections begin. */
function curveOf(score: Score, values: readonly number[]): (sample: number) => number {
  const ramp = 0.35 * RATE;
  const marks = score.sections.map((s, i) => ({ at: secondsAt(score, s.beat) * RATE, value: values[i]! }));
  return (sample) => {
    let value = marks[0]?.value ?? 0;
    for (const mark of marks.slice(1)) {
      if (sample >= mark.at) value = mark.value;
      else if (sample > mark.at - ramp) value += ((mark.value - value) * (sample - mark.at + ramp)) / ramp;
    }
    return value;
  };
}

/** Moves the fader along a curve of decibels. */
function follow({ left, right }: Stereo, curve: (sample: number) => number): void {
  let gain = 10 ** (curve(0) / 20);
  for (let start = 0; start < left.length; start += 512) {
    const step = (10 ** (curve(start + 512) / 20) - gain) / 512;
    for (let i = start; i < Math.min(start + 512, left.length); i++) {
      gain += step;
      left[i]! *= gain;
      right[i]! *= gain;
    }
  }
}

/** Raises the contrast between the sections until the loudness range is met, or lowers it when it is far beyond. */
function rideSections(mix: Stereo, score: Score, shortTerm: Float64Array, more = 0): void {
  const target = score.sound.range + 1.3 + more;
  const levels = levelsOf(score, shortTerm);
  const loudest = Math.max(...levels);
  // How far each section lies below the loudest, as measured and as intended: the faders scale this.
  const rideAt = curveOf(
    score,
    score.sections.map((s, i) => Math.max(-14, levels[i]! - loudest) + 5 * (s.energy - 1)),
  );
  const rides = shortTerm.map((_, i) => rideAt(middleOf(i)));
  let depth = 0;
  while (depth < 2 && spread(shortTerm, rides, depth) < target) depth += 0.05;
  while (depth > -0.75 && spread(shortTerm, rides, depth) > target + 1.4) depth -= 0.05;
  if (depth !== 0) follow(mix, (sample) => depth * rideAt(sample));
}

/** Seconds in which a listener decides, and over which a raised opening comes back to its level at least. */
const OPENING = 5;
const RETURN = 8;

/** Raises the beginning until its first seconds lie no further under the song than they may. */
function raiseOpening(mix: Stereo, score: Score): void {
  const { left, right } = mix;
  const first = [left, right].map((x) => x.subarray(0, OPENING * RATE));
  const back = RATE * Math.max(RETURN, secondsAt(score, score.sections[1]?.beat ?? score.beats));
  for (let round = 0; round < 2; round++) {
    const under = measureLoudness([left, right], RATE).integrated - measureLoudness(first, RATE).integrated;
    const missing = Math.min(24, under - score.sound.opening);
    if (!(missing > 0.2)) return;
    follow(mix, (sample) => missing * Math.max(0, Math.min(1, (1.4 * (back - sample)) / back)));
  }
}

function spread(shortTerm: Float64Array, rides: Float64Array, depth: number): number {
  const levels = shortTerm.map((l, i) => l + depth * rides[i]!).filter(Number.isFinite);
  const loudest = Math.max(...levels);
  const heard = levels.filter((l) => l > loudest - 26).sort();
  return (heard[Math.floor(heard.length * 0.95)] ?? 0) - (heard[Math.floor(heard.length * 0.1)] ?? 0);
}

/** Vinyl crackle and tape hiss, levels in dB below the music. */
function addDust({ left, right }: Stereo, score: Score): void {
  const random = createRandom(score.seed).fork('dust');
  const { crackle, hiss } = score.sound;
  const n = left.length;
  if (hiss) {
    const amount = 0.1 * 10 ** (-hiss / 20);
    let [l, r] = [0, 0];
    for (let i = 0; i < n; i++) {
      l += 0.6 * (random.unit() - 0.5 - l);
      r += 0.6 * (random.unit() - 0.5 - r);
      left[i]! += amount * l;
      right[i]! += amount * r;
    }
  }
  if (crackle) {
    const amount = 0.3 * 10 ** (-crackle / 20);
    for (let at = 0; at < n - 400; at += Math.ceil(-Math.log(1 - random.unit()) * RATE * 0.06)) {
      const size = amount * (0.2 + random.unit() ** 6 * 4);
      const pan = random.between(0.2, 0.8);
      const width = random.between(3, 22);
      const sign = random.chance(0.5) ? 1 : -1;
      for (let i = 0; i < 120; i++) {
        const value = sign * size * Math.exp(-i / width) * (random.unit() - 0.2);
        left[at + i]! += value * (1 - pan);
        right[at + i]! += value * pan;
      }
    }
  }
}

/** Moves lows to the middle and sets the side level by measurement. */
function shapeWidth({ left, right }: Stereo, side: Float32Array, target: number): number {
  let mids = 1e-9;
  let sides = 1e-9;
  for (let i = 0; i < left.length; i++) side[i] = 0.5 * (left[i]! - right[i]!);
  // Two passes of second order: 24 dB per octave, so that at 120 Hz and below only the middle is left.
  filterTwice(side, biquad('highpass', 185, 0.75));
  for (let i = 0; i < left.length; i++) {
    const mid = 0.5 * (left[i]! + right[i]!);
    mids += mid * mid;
    sides += side[i]! * side[i]!;
  }
  const now = 10 * Math.log10(sides / mids);
  const wanted = target - now;
  const gain = 10 ** (Math.max(-9, Math.min(MOST, wanted)) / 20);
  for (let i = 0; i < left.length; i++) {
    const mid = 0.5 * (left[i]! + right[i]!);
    left[i] = mid + gain * side[i]!;
    right[i] = mid - gain * side[i]!;
  }
  return wanted;
}

/**
 * An air shelf that brings the top to its place against the middle. Returns what it would have
 * taken; the shelf itself moves by 2 dB at most, since more would be a fault of the instruments.
 */
function shapeAir({ left, right }: Stereo, target: number): number {
  const spectrum = powerSpectrum(left, 0, left.length, 2048, 4003);
  const now = bandLevel(spectrum, RATE, 6000, 20_000) - bandLevel(spectrum, RATE, 500, 2000);
  const wanted = target - now;
  const gain = Math.max(-MOST, Math.min(MOST, wanted));
  filterStereo(left, right, biquad('highshelf', 6200, 0.6, gain), biquad('highshelf', 6200, 0.6, gain));
  return wanted;
}

function saturate({ left, right }: Stereo, warmth: number): void {
  const gain = 1.4 * warmth;
  for (let i = 0; i < left.length; i++) {
    left[i] = softClip(left[i]! * gain) / gain;
    right[i] = softClip(right[i]! * gain) / gain;
  }
}

function peakOf({ left, right }: Stereo): number {
  let peak = 1e-9;
  for (const x of [left, right])
    for (let i = 0; i < x.length; i++) if (Math.abs(x[i]!) > peak) peak = Math.abs(x[i]!);
  return 20 * Math.log10(peak);
}

/**
 * Bus compressor: release 180 ms. By default its attack of 30 ms lets hits come through, and it works 1.7:1 above the
 * middle of the music; the more the peaks stand out (dB beyond what is wanted), the faster and harder it works.
 */
function compress({ left, right }: Stereo, dense: number): void {
  const hard = Math.min(1, dense / 8);
  const attack = 1 - Math.exp(-BLOCK / ((0.034 - 0.028 * hard) * RATE));
  const release = 1 - Math.exp(-BLOCK / (0.18 * RATE));
  const threshold = 10 ** ((-16 - 4 * hard) / 20);
  let envelope = 0;
  let gain = 1;
  for (let start = 0; start < left.length; start += BLOCK) {
    const end = Math.min(left.length, start + BLOCK);
    let power = 0;
    for (let i = start; i < end; i++) power += left[i]! * left[i]! + right[i]! * right[i]!;
    const rms = Math.sqrt(power / (2 * BLOCK));
    envelope += (rms > envelope ? attack : release) * (rms - envelope);
    const target = envelope > threshold ? (threshold / envelope) ** (0.3 + 0.3 * hard) : 1;
    const step = (target - gain) / BLOCK;
    for (let i = start; i < end; i++) {
      gain += step;
      left[i]! *= gain;
      right[i]! *= gain;
    }
  }
}

/** Brings out what begins where peaks stand out less than wanted (dB): by that much, and 5 dB at most. */
function sharpen({ left, right }: Stereo, missing: number): void {
  const most = 10 ** (Math.min(5, missing + 1) / 20);
  const [rise, fall, follow] = [0.0007, 0.04, 0.12].map(
    (s) => 1 - Math.exp(-BLOCK / 4 / (s * RATE)),
  ) as Three;
  let [fast, slow, gain] = [0, 0, 1];
  for (let start = 0; start < left.length; start += BLOCK / 4) {
    const end = Math.min(left.length, start + BLOCK / 4);
    let power = 0;
    for (let i = start; i < end; i++) power += left[i]! * left[i]! + right[i]! * right[i]!;
    const level = Math.sqrt((2 * power) / BLOCK);
    fast += (level > fast ? rise : fall) * (level - fast);
    slow += follow * (level - slow);
    const target = Math.max(1, Math.min(most, fast / (1.5 * slow + 0.003)));
    const step = (target - gain) / (end - start);
    for (let i = start; i < end; i++) {
      gain += step;
      left[i]! *= gain;
      right[i]! *= gain;
    }
  }
}

type Three = [number, number, number];

function fadeEdges({ left, right }: Stereo, score: Score): void {
  const n = left.length;
  const fading = secondsAt(score, score.beats) - secondsAt(score, score.sections.at(-1)!.beat);
  const seconds = score.ending === 'fade' ? fading : 2.6;
  const out = Math.min(n, Math.round(seconds * RATE));
  // Clipping lopsided waves moves their middle.
  filterStereo(left, right, ...twice('highpass', 20, 0.7));
  for (const x of [left, right]) {
    for (let i = 0; i < 256; i++) x[i]! *= i / 256;
    for (let i = 0; i < out; i++) {
      const t = i / out;
      x[n - 1 - i]! *= (t * t * (3 - 2 * t)) ** 1.6;
    }
    // A breath of silence after the tail.
    x.fill(0, n - 400);
  }
}

/** Gain into a look-ahead limiter until the result is as loud as asked, then a last check of the true peak. */
function limitToLoudness(mix: Stereo, crest: number, source: Stereo): Omit<Finish, 'corrections'> {
  const natural = peakOf(mix);
  source.left.set(mix.left);
  source.right.set(mix.right);
  const peaks = peaksOf(source);
  let measured = measureLoudness([source.left, source.right], RATE);
  const target = loudnessOf(Math.min(crest, natural - measured.integrated));
  const ceiling = Math.min(HIGHEST, target + crest - ENCODED);
  let gain = 10 ** ((target + 0.4 - measured.integrated) / 20);
  let peak = 0;
  const limitTo = (highest: number) => {
    for (let round = 0; round < 5; round++) {
      limit(source, peaks, mix, gain, 10 ** (highest / 20));
      measured = measureLoudness([mix.left, mix.right], RATE);
      // The last peak check and the encoder's low-pass each take a little: aim a shade above.
      const error = target + 0.2 - measured.integrated;
      if (Math.abs(error) < 0.3 || !Number.isFinite(error)) break;
      gain *= 10 ** ((error * 1.25) / 20);
    }
    peak = truePeak([mix.left, mix.right]);
  };
  limitTo(ceiling);
  // Between the samples of a saturated mix lie peaks that the limiter does not see.
  if (peak > ceiling + 0.5) limitTo(ceiling - (peak - ceiling));
  const over = Math.max(0, peak - ceiling);
  if (over > 0.1) scale(mix, 10 ** (-over / 20));
  const lowered = over > 0.1 ? over : 0;
  return { loudness: measured.integrated - lowered, range: measured.range, truePeak: peak - lowered };
}

/** The highest peak of each block, those between samples (midpoints) included. */
function peaksOf(source: Stereo): Float32Array {
  const n = source.left.length;
  const peaks = new Float32Array(Math.ceil(n / BLOCK));
  for (const x of [source.left, source.right]) {
    for (let b = 0; b < peaks.length; b++) {
      let peak = peaks[b]!;
      const end = Math.min(n - 2, (b + 1) * BLOCK);
      for (let i = Math.max(1, b * BLOCK); i < end; i++) {
        const a = Math.abs(x[i]!);
        if (a > peak) peak = a;
        const middle = Math.abs(0.6 * (x[i]! + x[i + 1]!) - 0.1 * (x[i - 1]! + x[i + 2]!));
        if (middle > peak) peak = middle;
      }
      peaks[b] = peak;
    }
  }
  return peaks;
}

/** Looks 3 ms ahead, so that the gain is reduced before the peak arrives. */
function limit(source: Stereo, peaks: Float32Array, out: Stereo, gain: number, ceiling: number): void {
  const n = source.left.length;
  const AHEAD = 4;
  const blocks = peaks.length;
  const need = new Float32Array(blocks + AHEAD * 2 + 2).fill(1);
  for (let b = 0; b < blocks; b++) need[b] = Math.min(1, ceiling / (peaks[b]! * gain + 1e-9));
  // Lowest need of the coming blocks, smoothed over the same span: reached exactly when the peak arrives.
  const held = new Float32Array(blocks + AHEAD + 1);
  for (let b = 0; b < held.length; b++) {
    let lowest = 1;
    for (let k = 0; k <= AHEAD; k++) lowest = Math.min(lowest, need[b + k] ?? 1);
    held[b] = lowest;
  }
  const released = new Float32Array(held.length);
  let state = 1;
  const recover = 1 - Math.exp(-BLOCK / (0.09 * RATE));
  for (let b = 0; b < held.length; b++) {
    state = held[b]! < state ? held[b]! : state + recover * (held[b]! - state);
    released[b] = state;
  }
  let current = released[0]!;
  for (let b = 0; b < blocks; b++) {
    let sum = 0;
    for (let k = 0; k < AHEAD; k++) sum += released[Math.max(0, b - k)]!;
    const target = sum / AHEAD;
    const step = (target - current) / BLOCK;
    const end = Math.min(n, (b + 1) * BLOCK);
    for (let i = b * BLOCK; i < end; i++) {
      current += step;
      out.left[i] = source.left[i]! * gain * current;
      out.right[i] = source.right[i]! * gain * current;
    }
    current = target;
  }
}
