import { biquad, filter } from '../filters.ts';
import { RATE } from '../tables.ts';
import { type Canvas, LONGEST_NOTE, type Tone, type Voice } from '../voice.ts';
import { type Sample, sampleOf, type Zone, zonesOf } from './soundfont.ts';

export type SampledSettings = {
  bank?: number;
  /** Present on what is struck or plucked and left to ring: seconds that it rings and is damped. */
  ring?: number;
  release?: number;
  /** Seconds; otherwise the recording's. */
  attack?: number;
  /** Cutoff in Hz of the softest and of the hardest note: half of what tells strengths apart is how bright they are. */
  tone?: readonly [soft: number, hard: number];
  /** Seconds in which a note opens up from dark to its tone: brass. */
  bloom?: number;
  /** Cents, and how often a second. */
  vibrato?: number;
  vibratoRate?: number;
  /** Cents by which two notes of the same pitch differ at most. */
  loose?: number;
  /** Semitones to look up and down for the neighbor's recording, so that a repeated note is not one sample. */
  neighbors?: number;
  /** Two players, left and right. */
  doubled?: boolean;
};

/** An instrument of the soundfont, by its number in General MIDI. */
export function sampled(program: number, settings: SampledSettings = {}): Voice {
  const { ring, release = 0.12, doubled = false, neighbors = 2 } = settings;
  const find = (key: number, velocity: number) => zonesAt(settings.bank ?? 0, program, key, velocity);
  const stereo = doubled || STEREO.has(program);

  function sound(tone: Tone, canvas: Canvas): number {
    const key = 69 + 12 * Math.log2(tone.frequency / 440);
    const borrowed = Math.round((tone.random() * 2 - 1) * neighbors);
    const zones = find(key + borrowed, tone.velocity);
    const tail = ring ? 0 : Math.min(2, 0.6 * zones[0]!.release);
    const seconds = ring ? Math.min(ring, tone.seconds) : tone.seconds + tail;
    const samples = Math.min(LONGEST_NOTE * RATE, Math.ceil(seconds * RATE));
    canvas.left.fill(0, 0, samples);
    if (stereo) canvas.right.fill(0, 0, samples);
    const players = doubled ? [-0.8, 0.8] : [0];
    for (const seat of players) {
      const own = seat > 0 ? find(key - borrowed, tone.velocity) : zones;
      for (const zone of own) play(zone, tone, key, seat || zone.pan, canvas, samples);
    }
    color(tone, canvas, samples);
    return samples;
  }

  function play(zone: Zone, tone: Tone, key: number, pan: number, canvas: Canvas, samples: number) {
    const { vibrato = 0, vibratoRate = 5.2, loose = 4 } = settings;
    const sample = sampleOf(zone.sample);
    const off = loose * (tone.random() - 0.5);
    const wobble = 6.28 * tone.random();
    const late = 0.25 + 0.2 * tone.random();
    const bend = tone.glideFrom ? 1200 * Math.log2(tone.glideFrom / tone.frequency) : 0;
    const base = (sample.rate / RATE) * 2 ** ((key - zone.root) / 12);
    const level = zone.gain * (0.25 + 0.75 * tone.velocity);
    const right = stereo ? Math.min(1, 1 + pan) : 0;
    const left = stereo ? Math.min(1, 1 - pan) : 1;
    const attacked = (settings.attack ?? zone.attack) >= 0.005;
    const reader = readerOf(zone, sample, attacked ? 0 : level);
    const looped = zone.looped && sample.loopStart < sample.loopEnd;
    const gate = ring ? Number.POSITIVE_INFINITY : tone.seconds;
    for (let start = 0; start < samples; start += BLOCK) {
      const end = Math.min(samples, start + BLOCK);
      const t = start / RATE;
      const depth = vibrato * Math.min(1, Math.max(0, (t - late) / 0.5));
      const cents = off + depth * Math.sin(6.28 * vibratoRate * t + wobble) + bend * Math.exp(-t / 0.03);
      reader.step = base * 2 ** (cents / 1200);
      const target = level * levelAt(zone, settings.attack, end / RATE, gate);
      const room = looped ? end : Math.min(end, start + leftOf(reader));
      if (stereo) readBoth(canvas.left, canvas.right, start, room, sample.data, reader, target, left, right);
      else readOne(canvas.left, start, room, sample.data, reader, target);
      if (room < end) return;
    }
  }

  /** Closes the tone of soft notes. */
  function color({ velocity }: Tone, canvas: Canvas, samples: number) {
    const { tone: [soft, hard] = [4200, 18_000], bloom = 0 } = settings;
    const cutoff = soft * (hard / soft) ** velocity;
    for (const x of stereo ? [canvas.left, canvas.right] : [canvas.left]) {
      const low = biquad('lowpass', Math.min(18_000, cutoff), 0.6);
      const opening = Math.min(samples, Math.ceil(2 * bloom * RATE));
      for (let start = 0; start < opening; start += BLOCK) {
        const open = 1 - 0.75 * Math.exp((-2 * start) / (bloom * RATE));
        const { z1, z2 } = low;
        Object.assign(low, biquad('lowpass', cutoff * open, 0.6), { z1, z2 });
        filter(x, low, start, Math.min(samples, start + BLOCK));
      }
      if (cutoff < 16_000) filter(x, low, Math.ceil(opening / BLOCK) * BLOCK, samples);
      const fade = Math.min(samples, 200);
      for (let i = 0; i < fade; i++) x[samples - 1 - i]! *= i / fade;
    }
  }
  return ring ? { sound, stereo, struck: { ring, release } } : { sound, stereo };
}

/** Presets that were recorded in stereo. */
const STEREO = new Set([0, 1, 2, 3, 44, 45, 48, 49, 52, 53]);

/** Samples between two steps of a note's pitch and level. */
export const BLOCK = 256;

/** The zones that play a key, or the nearest key that has any, each recording once. */
export function zonesAt(bank: number, program: number, key: number, velocity: number): Zone[] {
  const midi = Math.max(1, Math.min(127, Math.round(127 * velocity)));
  const all = zonesOf(bank, program).filter((z) => z.attack < 6 && within(z.velocities, midi));
  const nearest = Math.max(
    Math.min(...all.map((z) => z.keys[0])),
    Math.min(Math.max(...all.map((z) => z.keys[1])), Math.round(key)),
  );
  const heard = new Map<number, Zone>();
  for (const zone of all)
    if (within(zone.keys, nearest) && !heard.has(zone.sample)) heard.set(zone.sample, zone);
  return [...heard.values()];
}

const within = ([low, high]: readonly [number, number], x: number) => x >= low && x <= high;

/** The level of a note at a time, released at `gate`, as the soundfont says. */
export function levelAt(zone: Zone, attack = Math.min(0.35, zone.attack), t: number, gate: number): number {
  const since = t - Math.max(attack, 0.001) - zone.hold;
  const fall = Math.max(zone.sustain, since > 0 ? (-100 * since) / zone.decay : 0);
  const released = t > gate ? (-100 * (t - gate)) / zone.release : 0;
  return Math.min(1, t / Math.max(attack, 0.001)) * 10 ** ((fall + released) / 20);
}

/** Position at which a recording is read, and its last gain. */
export type Reader = { at: number; step: number; gain: number; start: number; end: number };

/** A reader at the start of a recording. @param gain how loud the first sample is. */
export const readerOf = (zone: Zone, { loopStart, loopEnd }: Sample, gain: number): Reader => ({
  at: zone.start,
  step: 0,
  gain,
  start: loopStart,
  end: loopEnd,
});

/** Samples that a reader has left in a recording without a loop. */
export const leftOf = ({ at, step, end }: Reader): number => Math.max(0, Math.floor((end - at) / step) - 1);

// One function for each loop, called block by block: see oscillators.ts. Between samples lies a cubic (Catmull-Rom).

export function readOne(
  to: Float32Array,
  from: number,
  end: number,
  data: Int16Array,
  reader: Reader,
  target: number,
): void {
  let { at, gain } = reader;
  const { step, start, end: turn } = reader;
  const ramp = (target - gain) / BLOCK;
  for (let i = from; i < end; i++) {
    const whole = at | 0;
    const f = at - whole;
    const a = whole > 0 ? data[whole - 1]! : 0;
    const b = data[whole]!;
    const c = data[whole + 1]!;
    const d = data[whole + 2]!;
    const x = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
    gain += ramp;
    to[i]! += (gain * x) / 32_768;
    at += step;
    if (at >= turn) at -= turn - start;
  }
  reader.at = at;
  reader.gain = gain;
}

function readBoth(
  left: Float32Array,
  right: Float32Array,
  from: number,
  end: number,
  data: Int16Array,
  reader: Reader,
  target: number,
  l: number,
  r: number,
): void {
  let { at, gain } = reader;
  const { step, start, end: turn } = reader;
  const ramp = (target - gain) / BLOCK;
  for (let i = from; i < end; i++) {
    const whole = at | 0;
    const f = at - whole;
    const a = whole > 0 ? data[whole - 1]! : 0;
    const b = data[whole]!;
    const c = data[whole + 1]!;
    const d = data[whole + 2]!;
    const x = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
    gain += ramp;
    left[i]! += (l * gain * x) / 32_768;
    right[i]! += (r * gain * x) / 32_768;
    at += step;
    if (at >= turn) at -= turn - start;
  }
  reader.at = at;
  reader.gain = gain;
}
