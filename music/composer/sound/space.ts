import { biquad, filter, filterStereo } from './filters.ts';
import { BLOCK, RATE } from './tables.ts';

/** Delays of the diffuse tail in ms: mutually prime in samples, no audible flutter. */
const LINES = [31.7, 37.3, 41.9, 46.1, 53.7, 59.3, 67.1, 73.9];
const REFLECTIONS = [
  [7.1, 0.55, 0.8],
  [11.3, -0.5, 0.25],
  [17.9, 0.42, 0.65],
  [23.3, 0.36, 0.2],
  [29.9, -0.3, 0.85],
  [38.7, 0.26, 0.4],
] as const;

/** Delays of the all-passes in front of the tail, ms, left and right: they turn each echo into a cloud of echoes. */
const DIFFUSERS = [
  [1.3, 2.9, 4.7, 7.3, 11.3, 15.1],
  [1.5, 3.3, 5.3, 8.1, 12.7, 16.3],
] as const;
const DIFFUSION = 0.65;

export type Room = { seconds: number; damping: number; level: number };

/**
 * Adds a room to the mix: early reflections, then a feedback delay network of eight lines mixed by a Hadamard matrix
 * (Jot & Chaigne 1991), each losing highs on its way round. All-passes diffuse what enters it (Schroeder 1962), so
 * that the tail is dense from the start. Overwrites the sends.
 */
export function addRoom(
  left: Float32Array,
  right: Float32Array,
  sends: { left: Float32Array; right: Float32Array },
  room: Room,
): void {
  filterStereo(sends.left, sends.right, biquad('highpass', 150, 0.7), biquad('highpass', 150, 0.7));
  filterStereo(sends.left, sends.right, biquad('peak', 350, 0.8, -2), biquad('peak', 350, 0.8, -2));
  const SIZE = 4096;
  const lines = LINES.map(() => new Float32Array(SIZE)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [d0, d1, d2, d3, d4, d5, d6, d7] = LINES.map((ms) =>
    Math.round(ms * 0.001 * RATE * (0.6 + 0.04 * Math.min(4, room.seconds))),
  ) as [number, number, number, number, number, number, number, number];
  const gains = [d0, d1, d2, d3, d4, d5, d6, d7].map(
    (d) => 10 ** ((-3 * d) / (room.seconds * RATE)) * 0.35355,
  );
  const [g0, g1, g2, g3, g4, g5, g6, g7] = gains as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [l0, l1, l2, l3, l4, l5, l6, l7] = lines;
  const open = 0.95 - 0.75 * room.damping;
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0];
  const mask = SIZE - 1;
  const earlyL = new Float32Array(SIZE);
  const earlyR = new Float32Array(SIZE);
  const clouds = DIFFUSERS.map((side) => side.map((ms) => createDiffuser(Math.round(ms * 0.001 * RATE))));
  const taps = REFLECTIONS.map(([ms, gain, pan]) => ({
    delay: Math.round(ms * 0.001 * RATE),
    l: gain * (1 - pan) * 0.7,
    r: gain * pan * 0.7,
  }));
  const predelay = Math.round(0.012 * RATE);
  const level = room.level;
  let quiet = 0;
  const n = left.length;
  for (let start = 0; start < n; start += BLOCK) {
    const end = Math.min(n, start + BLOCK);
    // Skips silent blocks after the tail has decayed.
    let sum = 0;
    for (let i = start; i < end; i++) sum += Math.abs(sends.left[i]!) + Math.abs(sends.right[i]!);
    quiet = sum < 1e-7 ? quiet + BLOCK : 0;
    if (quiet > (room.seconds * 1.6 + 0.2) * RATE) continue;
    for (let i = start; i < end; i++) {
      const w = i & mask;
      earlyL[w] = sends.left[i]!;
      earlyR[w] = sends.right[i]!;
      sends.left[i] = earlyL[(i - predelay) & mask]! + 1e-12;
      sends.right[i] = earlyR[(i - predelay) & mask]! + 1e-12;
    }
    for (const diffuse of clouds[0]!) diffuse(sends.left, start, end);
    for (const diffuse of clouds[1]!) diffuse(sends.right, start, end);
    for (let i = start; i < end; i++) {
      const w = i & mask;
      const x = sends.left[i]!;
      const y = sends.right[i]!;
      s0 += open * (l0[(i - d0) & mask]! * g0 - s0);
      s1 += open * (l1[(i - d1) & mask]! * g1 - s1);
      s2 += open * (l2[(i - d2) & mask]! * g2 - s2);
      s3 += open * (l3[(i - d3) & mask]! * g3 - s3);
      s4 += open * (l4[(i - d4) & mask]! * g4 - s4);
      s5 += open * (l5[(i - d5) & mask]! * g5 - s5);
      s6 += open * (l6[(i - d6) & mask]! * g6 - s6);
      s7 += open * (l7[(i - d7) & mask]! * g7 - s7);
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
      l0[w] = b0 + b4 + x;
      l1[w] = b1 + b5 - y;
      l2[w] = b2 + b6 + x;
      l3[w] = b3 + b7 + y;
      l4[w] = b0 - b4 - x;
      l5[w] = b1 - b5 + y;
      l6[w] = b2 - b6 - x;
      l7[w] = b3 - b7 - y;
      let el = 0;
      let er = 0;
      for (let k = 0; k < 6; k++) {
        const tap = taps[k]!;
        el += tap.l * earlyL[(i - tap.delay) & mask]!;
        er += tap.r * earlyR[(i - tap.delay) & mask]!;
      }
      left[i]! += level * (el + 1.3 * (s0 - s2 + s4 - s6));
      right[i]! += level * (er + 1.3 * (s1 - s3 + s5 - s7));
    }
  }
}

/** An all-pass that works in place on a stretch of samples. */
function createDiffuser(delay: number): (x: Float32Array, from: number, to: number) => void {
  const line = new Float32Array(delay);
  let at = 0;
  return (x, from, to) => {
    for (let i = from; i < to; i++) {
      const old = line[at]!;
      const input = x[i]! + DIFFUSION * old;
      line[at] = input;
      x[i] = old - DIFFUSION * input;
      if (++at === delay) at = 0;
    }
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
