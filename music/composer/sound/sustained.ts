import type { Insert } from './inserts.ts';
import { BLOCK, RATE, SINE, TABLE } from './tables.ts';
import { type Canvas, type Envelope, envelopeAt, samplesOf, type Tone, type Voice } from './voice.ts';

/** Amplitude of a partial by its frequency in Hz and its number (1 = fundamental): where a body's formants live. */
type Spectrum = (hz: number, harmonic: number) => number;

type SustainedSettings = {
  /** Timbre played softly. */
  soft: Spectrum;
  /** Timbre played strongly; the sound moves between the two with its envelope and velocity. */
  loud?: Spectrum;
  amp?: Envelope;
  /** Opening of the timbre, as an envelope of its own (brass: slow). */
  bloom?: Envelope;
  /** Players in unison: each with its own tuning, start, vibrato and seat. More than one is stereo. */
  players?: number;
  /** Spread of their tuning in cents. */
  detune?: number;
  vibrato?: number;
  vibratoRate?: number;
  vibratoDelay?: number;
  /** Loudness moved by the vibrato, 0..1 (flute, harmonica). */
  shimmer?: number;
  /** Breath or bow: level, center in Hz (times the note's frequency when below 20), and Q. */
  noise?: { level: number; at: number; q?: number; chiff?: number };
  /** Cents below pitch at the onset. */
  scoop?: number;
  glide?: number;
  inserts?: readonly Insert[];
};

/** Anything that sounds while air, bow or key lasts: strings, reeds, brass, flutes, organs, choirs. */
export function sustained(settings: SustainedSettings): Voice {
  const {
    soft,
    loud = soft,
    amp = [0.05, 0.3, 0.85, 0.15],
    bloom = amp,
    players = 1,
    detune = 10,
    vibrato = 0,
    vibratoRate = 5.3,
    vibratoDelay = 0.3,
    shimmer = 0,
    noise,
    scoop = 0,
    glide = 0.06,
  } = settings;
  const stereo = players > 1;
  const tables = new Map<number, [Float32Array, Float32Array]>();

  function tablesOf(frequency: number): [Float32Array, Float32Array] {
    const key = Math.round(12 * Math.log2(frequency));
    let pair = tables.get(key);
    if (!pair) {
      pair = [drawPeriod(soft, frequency), drawPeriod(loud, frequency)];
      tables.set(key, pair);
    }
    return pair;
  }

  function sound(tone: Tone, canvas: Canvas): number {
    const samples = samplesOf(tone.seconds, amp[3]);
    canvas.left.fill(0, 0, samples);
    if (stereo) canvas.right.fill(0, 0, samples);
    const [dark, bright] = tablesOf(tone.frequency);
    for (let p = 0; p < players; p++) play(p, tone, canvas, dark, bright, samples);
    if (noise) breathe(noise, tone, canvas, samples);
    return samples;
  }

  function play(
    p: number,
    tone: Tone,
    canvas: Canvas,
    dark: Float32Array,
    bright: Float32Array,
    samples: number,
  ) {
    const seat = players > 1 ? p / (players - 1) - 0.5 : 0;
    const own = players > 1 ? seat * detune + (tone.random() - 0.5) * detune * 0.4 : 0;
    const rate = vibratoRate * (0.9 + 0.2 * tone.random());
    const wobble = tone.random() * 6.28;
    const late = vibratoDelay * (0.8 + 0.5 * tone.random());
    const begin = players > 1 ? Math.floor((tone.random() * 0.022 * RATE) / BLOCK) * BLOCK : 0;
    const level = (0.3 + 0.7 * tone.velocity) / Math.sqrt(players);
    const reach = 0.25 + 0.75 * tone.velocity;
    const bend = tone.glideFrom ? 1200 * Math.log2(tone.glideFrom / tone.frequency) : -scoop;
    const right = 0.5 + seat * 0.8;
    const left = stereo ? 1 - right : 1;
    const player = { phase: tone.random() * TABLE, gain: 0, mix: 0, step: 0, left, right };
    for (let start = begin; start < samples; start += BLOCK) {
      const t = (start - begin) / RATE;
      const swing = Math.sin(2 * Math.PI * rate * t + 0.4 * Math.sin(0.9 * t + wobble));
      const depth = Math.min(1, Math.max(0, (t - late) / 0.6));
      const cents =
        own + vibrato * depth * swing + bend * Math.exp((-3 * t) / glide) + 2.5 * Math.sin(wobble + 1.7 * t);
      player.step = (tone.frequency * 2 ** (cents / 1200) * TABLE) / RATE;
      const target = level * envelopeAt(amp, t + BLOCK / RATE, tone.seconds) * (1 + shimmer * depth * swing);
      const targetMix = reach * envelopeAt(bloom, t, tone.seconds);
      const end = Math.min(samples, start + BLOCK);
      if (stereo) playBoth(canvas.left, canvas.right, start, end, dark, bright, player, target, targetMix);
      else playOne(canvas.left, start, end, dark, bright, player, target, targetMix);
    }
  }

  function breathe(
    n: { level: number; at: number; q?: number; chiff?: number },
    tone: Tone,
    canvas: Canvas,
    samples: number,
  ) {
    const hz = n.at < 20 ? n.at * tone.frequency : n.at;
    const f = 2 * Math.sin((Math.PI * Math.min(8000, hz)) / RATE);
    const damp = 1 / (n.q ?? 1.5);
    const air = { seed: (tone.random() * 4294967295) | 1, low: 0, band: 0, lowR: 0, bandR: 0, f, damp };
    for (let start = 0; start < samples; start += BLOCK) {
      const t = start / RATE;
      const puff = (n.chiff ?? 1) * Math.exp(-t / 0.04);
      const level =
        n.level *
        (0.4 + 0.6 * tone.velocity) *
        (envelopeAt(amp, t, tone.seconds) + puff * (t < tone.seconds ? 1 : 0));
      const end = Math.min(samples, start + BLOCK);
      if (stereo) breatheBoth(canvas.left, canvas.right, start, end, air, level);
      else breatheOne(canvas.left, start, end, air, level);
    }
  }
  const voice: Voice = { sound, stereo };
  return settings.inserts ? { ...voice, inserts: settings.inserts } : voice;
}

/** One period with the given spectrum at this pitch; scattered phases keep it from spiking. */
function drawPeriod(spectrum: Spectrum, frequency: number): Float32Array {
  const table = new Float32Array(TABLE + 1);
  const highest = Math.max(1, Math.min(80, Math.floor(16_000 / frequency)));
  let energy = 1e-9;
  for (let n = 1; n <= highest; n++) {
    const amplitude = spectrum(n * frequency, n);
    if (amplitude < 0.0005) continue;
    energy += amplitude * amplitude;
    let at = Math.floor(((n * n * 0.618) % 1) * TABLE);
    for (let i = 0; i < TABLE; i++) {
      table[i]! += amplitude * SINE[at]!;
      at = (at + n) & (TABLE - 1);
    }
  }
  const level = 0.45 / Math.sqrt(energy);
  for (let i = 0; i < TABLE; i++) table[i]! *= level;
  table[TABLE] = table[0]!;
  return table;
}

/** A sum of resonances over a falling slope: `slope` in dB per octave above 200 Hz; peaks of [Hz, width in Hz, gain]. */
export function formants(
  slope: number,
  peaks: readonly (readonly [hz: number, width: number, gain: number])[],
): Spectrum {
  return (hz) => {
    let gain = 1;
    for (const [center, width, amount] of peaks) gain += amount / (1 + ((hz - center) / width) ** 2);
    return gain * Math.max(0.25, hz / 200) ** (-slope / 6.02);
  };
}

// One function for each loop, called block by block: see oscillators.ts.

export type Player = { phase: number; gain: number; mix: number; step: number; left: number; right: number };

/** Adds a player's next samples, whose level and timbre move to `target` and `targetMix` within a block. */
function playOne(
  to: Float32Array,
  start: number,
  end: number,
  dark: Float32Array,
  bright: Float32Array,
  player: Player,
  target: number,
  targetMix: number,
): void {
  let { phase, gain, mix } = player;
  const { step, left } = player;
  const ramp = (target - gain) / BLOCK;
  const mixRamp = (targetMix - mix) / BLOCK;
  for (let i = start; i < end; i++) {
    gain += ramp;
    mix += mixRamp;
    const whole = phase | 0;
    const f = phase - whole;
    const a = dark[whole]!;
    const b = bright[whole]!;
    const x = a + f * (dark[whole + 1]! - a);
    const y = b + f * (bright[whole + 1]! - b);
    to[i]! += left * gain * (x + mix * (y - x));
    phase += step;
    if (phase >= TABLE) phase -= TABLE;
  }
  player.phase = phase;
  player.gain = gain;
  player.mix = mix;
}

function playBoth(
  toLeft: Float32Array,
  toRight: Float32Array,
  start: number,
  end: number,
  dark: Float32Array,
  bright: Float32Array,
  player: Player,
  target: number,
  targetMix: number,
): void {
  let { phase, gain, mix } = player;
  const { step, left, right } = player;
  const ramp = (target - gain) / BLOCK;
  const mixRamp = (targetMix - mix) / BLOCK;
  for (let i = start; i < end; i++) {
    gain += ramp;
    mix += mixRamp;
    const whole = phase | 0;
    const f = phase - whole;
    const a = dark[whole]!;
    const b = bright[whole]!;
    const x = a + f * (dark[whole + 1]! - a);
    const y = b + f * (bright[whole + 1]! - b);
    const value = gain * (x + mix * (y - x));
    toLeft[i]! += left * value;
    toRight[i]! += right * value;
    phase += step;
    if (phase >= TABLE) phase -= TABLE;
  }
  player.phase = phase;
  player.gain = gain;
  player.mix = mix;
}

/** Noise through a state-variable band-pass of frequency `f`. */
export type Air = {
  seed: number;
  low: number;
  band: number;
  lowR: number;
  bandR: number;
  f: number;
  damp: number;
};

function breatheOne(to: Float32Array, start: number, end: number, air: Air, level: number): void {
  let { seed, low, band } = air;
  const { f, damp } = air;
  for (let i = start; i < end; i++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    low += f * band;
    band += f * (seed / 2147483648 - low - damp * band);
    to[i]! += level * band;
  }
  air.seed = seed;
  air.low = low;
  air.band = band;
}

function breatheBoth(
  left: Float32Array,
  right: Float32Array,
  start: number,
  end: number,
  air: Air,
  level: number,
): void {
  let { seed, low, band, lowR, bandR } = air;
  const { f, damp } = air;
  for (let i = start; i < end; i++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    low += f * band;
    band += f * (seed / 2147483648 - low - damp * band);
    left[i]! += level * band;
    lowR += f * bandR;
    bandR += f * ((seed << 7) / 2147483648 - lowR - damp * bandR);
    right[i]! += level * bandR;
  }
  air.seed = seed;
  air.low = low;
  air.band = band;
  air.lowR = lowR;
  air.bandR = bandR;
}
