import { HALF_BAND } from './half-band.ts';

const [A0, B0, A1, B1, A2, B2] = HALF_BAND as unknown as [number, number, number, number, number, number];

/** Soft clipping at full scale: a Padé approximation of tanh, clamped, at a third of the cost. */
export function softClip(x: number): number {
  if (x > 3) return 1;
  if (x < -3) return -1;
  return (x * (27 + x * x)) / (27 + 9 * x * x);
}

/**
 * Clips one channel in place at twice its rate, so that the harmonics above half the rate are filtered out instead of
 * folding back. The way up and the way down are two chains of all-passes each (polyphase half-band). What `bias` adds
 * as an offset is taken out.
 */
export function createClipper(amount: number, bias: number, level: number) {
  const clip = { amount, bias, level, rest: softClip(bias) };
  const state = new Float64Array(17);
  return (x: Float32Array, from: number, to: number) => clipStretch(x, from, to, clip, state);
}

function clipStretch(
  x: Float32Array,
  from: number,
  to: number,
  { amount, bias, level, rest }: { amount: number; bias: number; level: number; rest: number },
  state: Float64Array,
): void {
  let a0 = state[0]!;
  let a1 = state[1]!;
  let a2 = state[2]!;
  let a3 = state[3]!;
  let b0 = state[4]!;
  let b1 = state[5]!;
  let b2 = state[6]!;
  let b3 = state[7]!;
  let c0 = state[8]!;
  let c1 = state[9]!;
  let c2 = state[10]!;
  let c3 = state[11]!;
  let d0 = state[12]!;
  let d1 = state[13]!;
  let d2 = state[14]!;
  let d3 = state[15]!;
  let slow = state[16]!;
  for (let i = from; i < to; i++) {
    const input = x[i]! * amount + bias;
    // Up: the sample itself by one chain, the one half-way to the next by the other.
    let y = a0 + A0 * (input - a1);
    a0 = input;
    let z = a1 + A1 * (y - a2);
    a1 = y;
    y = a2 + A2 * (z - a3);
    a2 = z;
    a3 = y;
    let v = b0 + B0 * (input - b1);
    b0 = input;
    let w = b1 + B1 * (v - b2);
    b1 = v;
    v = b2 + B2 * (w - b3);
    b2 = w;
    b3 = v;
    y = softClip(y);
    v = softClip(v);
    // Down again: both chains, exchanged.
    z = c0 + A0 * (v - c1);
    c0 = v;
    v = c1 + A1 * (z - c2);
    c1 = z;
    z = c2 + A2 * (v - c3);
    c2 = v;
    c3 = z;
    w = d0 + B0 * (y - d1);
    d0 = y;
    y = d1 + B1 * (w - d2);
    d1 = w;
    w = d2 + B2 * (y - d3);
    d2 = y;
    d3 = w;
    const clipped = 0.5 * (z + w) - rest;
    slow += 0.0008 * (clipped - slow);
    x[i] = (clipped - slow) * level;
  }
  state[0] = a0;
  state[1] = a1;
  state[2] = a2;
  state[3] = a3;
  state[4] = b0;
  state[5] = b1;
  state[6] = b2;
  state[7] = b3;
  state[8] = c0;
  state[9] = c1;
  state[10] = c2;
  state[11] = c3;
  state[12] = d0;
  state[13] = d1;
  state[14] = d2;
  state[15] = d3;
  state[16] = slow;
}

/** The same at the plain rate, for amounts that make few harmonics. */
export function createSaturator(amount: number, bias: number, level: number) {
  const rest = softClip(bias);
  let offset = 0;
  return (x: Float32Array, from: number, to: number) => {
    let slow = offset;
    for (let i = from; i < to; i++) {
      const clipped = softClip(x[i]! * amount + bias) - rest;
      slow += 0.0008 * (clipped - slow);
      x[i] = (clipped - slow) * level;
    }
    offset = slow;
  };
}
