import { addFiltered, biquad } from './filters.ts';
import type { Insert } from './inserts.ts';
import { RATE } from './tables.ts';
import type { Canvas, Tone, Voice } from './voice.ts';

export type PluckSettings = {
  /** Seconds to fall by 60 dB at middle C. */
  decay?: number;
  /** 0 dull (finger, nylon) .. 1 bright (pick, steel). */
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

/** A plucked string (Karplus & Strong 1983, with Jaffe & Smith's tuning and pick position) in a resonant body. */
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
    const period = RATE / tone.frequency;
    const seconds = Math.min(ring, tone.seconds, decay * 1.1 * (261 / tone.frequency) ** 0.5);
    const samples = Math.min(dry.length, Math.ceil(seconds * RATE));
    const hardness = brightness * (0.35 + 0.65 * tone.velocity);
    // The loop loses highs at each turn: `blend` is the one-zero low-pass, its delay taken off the line.
    const blend = 0.5 - 0.47 * Math.min(1, brightness * 0.75 + 0.25 * hardness);
    const length = period - blend;
    const whole = Math.floor(length - 0.2);
    const fraction = length - whole;
    const allpass = (1 - fraction) / (1 + fraction);
    const loss = 10 ** (-3 / (decay * (261 / tone.frequency) ** 0.5 * tone.frequency));
    const line = new Float32Array(whole);
    excite(line, tone, hardness, position);
    let at = 0;
    let previous = 0;
    let ax = 0;
    let ay = 0;
    for (let i = 0; i < samples; i++) {
      const out = line[at]!;
      const mixed = loss * ((1 - blend) * out + blend * previous);
      previous = out;
      ay = allpass * mixed + ax - allpass * ay;
      ax = mixed;
      line[at] = ay;
      if (++at === whole) at = 0;
      dry[i] = out;
    }
    const strength = 0.25 + 0.75 * tone.velocity;
    let click = 0;
    for (let i = 0; i < 700; i++) {
      click += 0.5 * (tone.random() * 2 - 1 - click);
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

/** Fills the string with noise: darker for a soft finger, with the notch of where it was plucked, and no DC. */
function excite(line: Float32Array, tone: Tone, hardness: number, position: number): void {
  const n = line.length;
  const raw = new Float32Array(n);
  let low = 0;
  const open = 0.12 + 0.86 * hardness;
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < n; i++) {
      if (round === 0) raw[i] = tone.random() * 2 - 1;
      low += open * (raw[i]! - low);
      if (round === 1) raw[i] = low;
    }
  }
  const gap = Math.max(1, Math.round(n * position));
  let sum = 0;
  let energy = 0;
  for (let i = 0; i < n; i++) {
    line[i] = raw[i]! - raw[(i - gap + n) % n]!;
    sum += line[i]!;
  }
  for (let i = 0; i < n; i++) {
    line[i]! -= sum / n;
    energy += line[i]! ** 2;
  }
  const level = 0.35 / Math.sqrt(energy / n + 1e-9);
  for (let i = 0; i < n; i++) line[i]! *= level;
}
