import { biquad, filterSeries } from './filters.ts';
import { createHalver } from './halving.ts';
import { RATE } from './tables.ts';
import { createTail } from './tail.ts';

/** Early reflections: ms, gain, and where they come from, 0 left .. 1 right. */
const REFLECTIONS = [
  [7.1, 0.55, 0.8],
  [11.3, -0.5, 0.25],
  [17.9, 0.42, 0.65],
  [23.3, 0.36, 0.2],
  [29.9, -0.3, 0.85],
  [38.7, 0.26, 0.4],
] as const;

/** Seconds, 0 bright .. 1 dark, loudness against the dry mix. */
export type Room = { seconds: number; damping: number; level: number };

type Stereo = { left: Float32Array; right: Float32Array };

/** Samples at a time; even, so that they halve. */
const BLOCK = 1024;

/**
 * Adds a room to the mix: early reflections, and a diffuse tail. The tail has no highs worth the whole rate, so it is
 * made at half of it, and starts 12 ms late. Overwrites the sends.
 */
export function addRoom(left: Float32Array, right: Float32Array, sends: Stereo, room: Room): void {
  const [x, y] = [sends.left, sends.right];
  filterSeries(x, y, biquad('highpass', 150, 0.7), biquad('peak', 350, 0.8, -2));
  addReflections(left, x, room.level, (pan) => 1 - pan);
  addReflections(right, y, room.level, (pan) => pan);
  const predelay = Math.round(0.012 * RATE);
  const [halveLeft, halveRight] = [createHalver(BLOCK), createHalver(BLOCK)];
  const tail = createTail(room, BLOCK / 2);
  const silence = (room.seconds * 1.6 + 0.2) * RATE;
  let quiet = 0;
  for (let start = 0; start + BLOCK + predelay <= left.length; start += BLOCK) {
    // Skips silence after the tail has decayed.
    quiet = isSilent(x, start, start + BLOCK) && isSilent(y, start, start + BLOCK) ? quiet + BLOCK : 0;
    if (quiet > silence) continue;
    const [a, b] = [halveLeft.down(x, start), halveRight.down(y, start)];
    tail(a, b);
    halveLeft.addUp(a, left, start + predelay, room.level * 1.3);
    halveRight.addUp(b, right, start + predelay, room.level * 1.3);
  }
}

type Six = [number, number, number, number, number, number];

function addReflections(
  to: Float32Array,
  from: Float32Array,
  level: number,
  share: (pan: number) => number,
): void {
  const [d0, d1, d2, d3, d4, d5] = REFLECTIONS.map(([ms]) => Math.round(ms * 0.001 * RATE)) as Six;
  const [g0, g1, g2, g3, g4, g5] = REFLECTIONS.map(([, gain, pan]) => level * gain * 0.7 * share(pan)) as Six;
  for (let i = d5; i < to.length; i++)
    to[i]! +=
      g0 * from[i - d0]! +
      g1 * from[i - d1]! +
      g2 * from[i - d2]! +
      g3 * from[i - d3]! +
      g4 * from[i - d4]! +
      g5 * from[i - d5]!;
}

function isSilent(x: Float32Array, from: number, to: number): boolean {
  for (let i = from; i < to; i += 4) if (Math.abs(x[i]!) > 1e-9) return false;
  return true;
}
