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
  const rest = softClip(bias);
  const state = new Float64Array(17);
  return (x: Float32Array, from: number, to: number) => {
    let [a0, a1, a2, a3, b0, b1, b2, b3] = state as unknown as Eight;
    let [c0, c1, c2, c3, d0, d1, d2, d3] = state.subarray(8) as unknown as Eight;
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
    state.set([a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, slow]);
  };
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

type Eight = [number, number, number, number, number, number, number, number];
