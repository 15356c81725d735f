import { biquad, filter, filterSeries } from './filters.ts';
import { createHalver } from './oversampling.ts';
import { RATE } from './tables.ts';

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

/** Delays of the diffuse tail in ms: mutually prime in samples, no audible flutter. */
const LINES = [31.7, 37.3, 41.9, 46.1, 53.7, 59.3, 67.1, 73.9];

/** Delays of the all-passes in front of the tail, ms, left and right: they turn each echo into a cloud of echoes. */
const DIFFUSERS = [
  [1.3, 2.9, 4.7, 7.3, 11.3, 15.1],
  [1.5, 3.3, 5.3, 8.1, 12.7, 16.3],
] as const;

/** All lines share one buffer, each with its own stretch. */
const SIZE = 2048;
const MASK = SIZE - 1;

type Eight = [number, number, number, number, number, number, number, number];

/**
 * A feedback delay network of eight lines mixed by a Hadamard matrix (Jot & Chaigne 1991), each losing highs on its way
 * round, at half the rate. All-passes diffuse what enters it (Schroeder 1962), so that the tail is dense from the
 * start. Works in place on blocks of the two channels.
 */
function createTail(room: { seconds: number; damping: number }, block: number) {
  const rate = RATE / 2;
  const delays = LINES.map((ms) =>
    Math.round(ms * 0.001 * rate * (0.6 + 0.04 * Math.min(4, room.seconds))),
  ) as Eight;
  const [d0, d1, d2, d3, d4, d5, d6, d7] = delays;
  const [g0, g1, g2, g3, g4, g5, g6, g7] = delays.map(
    (d) => 10 ** ((-3 * d) / (room.seconds * rate)) * 0.35355,
  ) as Eight;
  // The pole that damps as much in one of these samples as it does in two of the whole rate.
  const open = 1 - (0.05 + 0.75 * room.damping) ** 2;
  const line = new Float32Array(8 * SIZE);
  const [left, right] = DIFFUSERS.map((side) =>
    side.map((ms) => createDiffuser(Math.round(ms * 0.001 * rate))),
  );
  const state = new Float64Array(8);
  let at = 0;
  return (x: Float32Array, y: Float32Array): void => {
    for (const diffuse of left!) diffuse(x);
    for (const diffuse of right!) diffuse(y);
    let s0 = state[0]!;
    let s1 = state[1]!;
    let s2 = state[2]!;
    let s3 = state[3]!;
    let s4 = state[4]!;
    let s5 = state[5]!;
    let s6 = state[6]!;
    let s7 = state[7]!;
    for (let i = 0; i < block; i++) {
      // Keeps the recursions out of denormals in silence.
      const l = x[i]! + 1e-12;
      const r = y[i]! + 1e-12;
      s0 += open * (line[(at - d0) & MASK]! * g0 - s0);
      s1 += open * (line[SIZE + ((at - d1) & MASK)]! * g1 - s1);
      s2 += open * (line[2 * SIZE + ((at - d2) & MASK)]! * g2 - s2);
      s3 += open * (line[3 * SIZE + ((at - d3) & MASK)]! * g3 - s3);
      s4 += open * (line[4 * SIZE + ((at - d4) & MASK)]! * g4 - s4);
      s5 += open * (line[5 * SIZE + ((at - d5) & MASK)]! * g5 - s5);
      s6 += open * (line[6 * SIZE + ((at - d6) & MASK)]! * g6 - s6);
      s7 += open * (line[7 * SIZE + ((at - d7) & MASK)]! * g7 - s7);
      const a0 = s0 + s1;
      const a1 = s0 - s1;
      const a2 = s2 + s3;
      const a3 = s2 - s3;
      const a4 = s4 + s5;
      const a5 = s4 - s5;
      const a6 = s6 + s7;
      const a7 = s6 - s7;
      const b0 = a0 + a2;
      const b1 = a1 + a3;
      const b2 = a0 - a2;
      const b3 = a1 - a3;
      const b4 = a4 + a6;
      const b5 = a5 + a7;
      const b6 = a4 - a6;
      const b7 = a5 - a7;
      line[at] = b0 + b4 + l;
      line[SIZE + at] = b1 + b5 - r;
      line[2 * SIZE + at] = b2 + b6 + l;
      line[3 * SIZE + at] = b3 + b7 + r;
      line[4 * SIZE + at] = b0 - b4 - l;
      line[5 * SIZE + at] = b1 - b5 + r;
      line[6 * SIZE + at] = b2 - b6 - l;
      line[7 * SIZE + at] = b3 - b7 - r;
      x[i] = s0 - s2 + s4 - s6;
      y[i] = s1 - s3 + s5 - s7;
      at = (at + 1) & MASK;
    }
    state[0] = s0;
    state[1] = s1;
    state[2] = s2;
    state[3] = s3;
    state[4] = s4;
    state[5] = s5;
    state[6] = s6;
    state[7] = s7;
  };
}

export type Echo = { seconds: number; feedback: number; level: number };

/** Adds ping-pong repeats, thinner and darker each time, and lets a little of them into the room's send. */
export function addEcho(
  left: Float32Array,
  right: Float32Array,
  send: Float32Array,
  room: { left: Float32Array; right: Float32Array },
  echo: Echo,
): void {
  filter(send, biquad('highpass', 260, 0.7));
  const delay = Math.round(echo.seconds * RATE);
  const lineL = new Float32Array(delay);
  const lineR = new Float32Array(delay);
  let at = 0;
  let [lowL, lowR] = [0, 0];
  for (let i = 0; i < left.length; i++) {
    const l = lineL[at]!;
    const r = lineR[at]!;
    lowL += 0.42 * (l - lowL);
    lowR += 0.42 * (r - lowR);
    lineL[at] = send[i]! + echo.feedback * lowR + 1e-15;
    lineR[at] = echo.feedback * lowL;
    left[i]! += echo.level * l;
    right[i]! += echo.level * r;
    room.left[i]! += 0.44 * echo.level * l;
    room.right[i]! += 0.44 * echo.level * r;
    if (++at === delay) at = 0;
  }
}

const DIFFUSION = 0.65;

/** An all-pass (Schroeder 1962) of a delay in samples that works in place. */
function createDiffuser(delay: number): (x: Float32Array) => void {
  const line = new Float32Array(delay);
  let at = 0;
  return (x) => {
    for (let i = 0; i < x.length; i++) {
      const old = line[at]!;
      const input = x[i]! + DIFFUSION * old;
      line[at] = input;
      x[i] = old - DIFFUSION * input;
      if (++at === delay) at = 0;
    }
  };
}
