import { type Sample, type Zone, zonesOf } from './soundfont.ts';

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

/** Where a recording is read and how loud it was last. */
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

export function readBoth(
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
