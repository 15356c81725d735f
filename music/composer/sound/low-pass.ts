import { BLOCK } from './tables.ts';
import type { Canvas } from './voice.ts';

export type Coefficients = { c1: number; c2: number; c3: number; steep: boolean };

/** A state-variable low-pass and a ramp to the level `target`. `state`: four memories of the left, of the right, the level. */
export function filterOne(
  x: Float32Array,
  out: Float32Array,
  start: number,
  end: number,
  { c1, c2, c3, steep }: Coefficients,
  state: Float64Array,
  target: number,
): void {
  let l1 = state[0]!;
  let l2 = state[1]!;
  let l3 = state[2]!;
  let l4 = state[3]!;
  let gain = state[8]!;
  const ramp = (target - gain) / BLOCK;
  for (let i = 0; i < end; i++) {
    gain += ramp;
    const u1 = x[i]! - l2;
    const v1 = c1 * l1 + c2 * u1;
    let v2 = l2 + c2 * l1 + c3 * u1;
    l1 = 2 * v1 - l1;
    l2 = 2 * v2 - l2;
    if (steep) {
      const u2 = v2 - l4;
      const w1 = c1 * l3 + c2 * u2;
      v2 = l4 + c2 * l3 + c3 * u2;
      l3 = 2 * w1 - l3;
      l4 = 2 * v2 - l4;
    }
    out[start + i] = v2 * gain;
  }
  state[0] = l1;
  state[1] = l2;
  state[2] = l3;
  state[3] = l4;
  state[8] = gain;
}

/** Both sides in one loop: two independent recursions keep the processor busy where one would wait for itself. */
export function filterBoth(
  { left, right }: Canvas,
  out: Canvas,
  start: number,
  end: number,
  { c1, c2, c3, steep }: Coefficients,
  state: Float64Array,
  target: number,
): void {
  let l1 = state[0]!;
  let l2 = state[1]!;
  let l3 = state[2]!;
  let l4 = state[3]!;
  let r1 = state[4]!;
  let r2 = state[5]!;
  let r3 = state[6]!;
  let r4 = state[7]!;
  let gain = state[8]!;
  const ramp = (target - gain) / BLOCK;
  const { left: outLeft, right: outRight } = out;
  for (let i = 0; i < end; i++) {
    gain += ramp;
    const u1 = left[i]! - l2;
    const x1 = right[i]! - r2;
    const v1 = c1 * l1 + c2 * u1;
    const y1 = c1 * r1 + c2 * x1;
    let v2 = l2 + c2 * l1 + c3 * u1;
    let y2 = r2 + c2 * r1 + c3 * x1;
    l1 = 2 * v1 - l1;
    r1 = 2 * y1 - r1;
    l2 = 2 * v2 - l2;
    r2 = 2 * y2 - r2;
    if (steep) {
      const u2 = v2 - l4;
      const x2 = y2 - r4;
      const w1 = c1 * l3 + c2 * u2;
      const z1 = c1 * r3 + c2 * x2;
      v2 = l4 + c2 * l3 + c3 * u2;
      y2 = r4 + c2 * r3 + c3 * x2;
      l3 = 2 * w1 - l3;
      r3 = 2 * z1 - r3;
      l4 = 2 * v2 - l4;
      r4 = 2 * y2 - r4;
    }
    outLeft[start + i] = v2 * gain;
    outRight[start + i] = y2 * gain;
  }
  state[0] = l1;
  state[1] = l2;
  state[2] = l3;
  state[3] = l4;
  state[4] = r1;
  state[5] = r2;
  state[6] = r3;
  state[7] = r4;
  state[8] = gain;
}
