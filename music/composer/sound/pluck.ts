import { addFiltered, biquad } from './filters.ts';
import type { Insert } from './inserts.ts';
import { RATE } from './tables.ts';
import type { Canvas, Tone, Voice } from './voice.ts';

export type PluckSettings = {
  /** Seconds to fall by 60 dB at middle C. */
  decay?: number;
  /** 0 dull (finger, gut) .. 1 bright (pick, steel). */
  brightness?: number;
  /** Where the string is plucked, share of its length from the bridge. */
  position?: number;
  /** Resonances of the body: Hz, Q, level. */
  body?: readonly (readonly [hz: number, q: number, level: number])[];
  /** Finger or pick noise. */
  noise?: number;
  release?: number;
  ring?: number;
  inserts?: readonly Insert[];
};

/** Highs of a string die sooner than its lows; this is where `brightness` sets by how much, Hz. */
const REFERENCE = 2000;

/**
 * A plucked string in a resonant body: a delay line with a one-pole low-pass whose loss is calibrated at the
 * fundamental and at 2 kHz (Karplus & Strong 1983, Jaffe & Smith 1983), in two polarizations a little apart in pitch
 * and decay, so that the tone beats and fades in two stages as a real one does.
 */
export function pluck(settings: PluckSettings = {}): Voice {
  const {
    decay = 3,
    brightness = 0.5,
    position = 0.18,
    body = [],
    noise = 0.1,
    release = 0.09,
    ring = 4.5,
  } = settings;
  const dry = new Float32Array(Math.ceil(ring * RATE));

  function sound(tone: Tone, { left }: Canvas): number {
    const life = decay * (261 / tone.frequency) ** 0.5;
    const seconds = Math.min(ring, tone.seconds, life * 1.2);
    const samples = Math.min(dry.length, Math.ceil(seconds * RATE));
    const hardness = brightness * (0.35 + 0.65 * tone.velocity);
    const bright = life * (0.2 + 0.4 * brightness);
    dry.fill(0, 0, samples);
    const apart = 2 ** ((0.7 + tone.random()) / 1200) * (1 + 0.22 / tone.frequency);
    const line = excite(tone, hardness, position);
    vibrate(dry, samples, line, tone.frequency / apart ** 0.35, life, bright, 1);
    vibrate(dry, samples, line, tone.frequency * apart ** 0.65, life * 1.5, bright * 1.3, 0.42);
    const strength = 0.25 + 0.75 * tone.velocity;
    let click = 0;
    for (let i = 0; i < 700; i++) {
      click += (0.12 + 0.4 * brightness) * (tone.random() * 2 - 1 - click);
      dry[i]! += noise * click * Math.exp(-i / 110);
    }
    const direct = body.length ? 0.55 : 1;
    for (let i = 0; i < samples; i++) left[i] = strength * direct * dry[i]!;
    for (const [hz, q, level] of body) {
      addFiltered(left, dry, biquad('bandpass', hz, q), level * strength, 0, samples);
    }
    return samples;
  }
  const voice: Voice = { sound, stereo: false, struck: { ring, release } };
  return settings.inserts ? { ...voice, inserts: settings.inserts } : voice;
}

/** Adds one polarization: `life` and `bright` are its seconds to -60 dB at the fundamental and at 2 kHz. */
function vibrate(
  out: Float32Array,
  samples: number,
  shape: Float32Array,
  frequency: number,
  life: number,
  bright: number,
  level: number,
): void {
  const { pole, gain, delay } = loopFilter(frequency, life, bright);
  const length = RATE / frequency - delay;
  const whole = Math.floor(length - 0.2);
  const fraction = length - whole;
  const allpass = (1 - fraction) / (1 + fraction);
  const line = new Float32Array(whole);
  for (let i = 0; i < whole; i++) line[i] = shape[Math.floor((i * shape.length) / whole)]!;
  const feed = gain * (1 - pole);
  let [at, low, ax, ay] = [0, 0, 0, 0];
  for (let i = 0; i < samples; i++) {
    const now = line[at]!;
    low = feed * now + pole * low;
    ay = allpass * low + ax - allpass * ay;
    ax = low;
    line[at] = ay;
    if (++at === whole) at = 0;
    out[i]! += level * now;
  }
}

/** The pole and gain of the loop's low-pass that give both decay times, and its delay in samples at the fundamental. */
function loopFilter(frequency: number, life: number, bright: number) {
  const w = (2 * Math.PI * frequency) / RATE;
  const high = (2 * Math.PI * Math.min(0.45 * RATE, Math.max(REFERENCE, 3.5 * frequency))) / RATE;
  const perTurn = (seconds: number) => 10 ** (-3 / (seconds * frequency));
  const wanted = perTurn(bright) / perTurn(life);
  const magnitude = (pole: number, at: number) =>
    (1 - pole) / Math.hypot(1 - pole * Math.cos(at), pole * Math.sin(at));
  let [low, top] = [0, 0.98];
  for (let i = 0; i < 30; i++) {
    const middle = (low + top) / 2;
    if (magnitude(middle, high) / magnitude(middle, w) > wanted) low = middle;
    else top = middle;
  }
  const pole = low;
  const gain = Math.min(0.99995, perTurn(life) / magnitude(pole, w));
  return { pole, gain, delay: Math.atan2(pole * Math.sin(w), 1 - pole * Math.cos(w)) / w };
}

/**
 * One period of the string as it is let go: harmonics that fall by 4 (hard) to 19 dB (soft) per octave, with the
 * notches of the place where it was plucked.
 */
function excite(tone: Tone, hardness: number, position: number): Float32Array {
  const length = Math.max(8, Math.round(RATE / tone.frequency));
  const line = new Float32Array(length);
  const slope = (4 + 15 * (1 - hardness) ** 1.4) / 6.02;
  let energy = 0;
  for (let n = 1; n < length / 2 && n * tone.frequency < 16_000; n++) {
    const amplitude = Math.abs(Math.sin(Math.PI * n * position)) * n ** -slope;
    if (amplitude < 1e-4) continue;
    energy += amplitude * amplitude;
    // A rotating phasor: one multiplication per sample instead of a sine.
    const step = (2 * Math.PI * n) / length;
    const [c, s] = [Math.cos(step), Math.sin(step)];
    const phase = 2 * Math.PI * tone.random();
    let [x, y] = [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
    for (let i = 0; i < length; i++) {
      line[i]! += y;
      const turned = c * x - s * y;
      y = s * x + c * y;
      x = turned;
    }
  }
  const level = 0.35 / Math.sqrt(energy / 2 + 1e-9);
  for (let i = 0; i < length; i++) line[i]! *= level;
  return line;
}
