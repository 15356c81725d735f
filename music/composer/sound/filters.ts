import { RATE } from './tables.ts';

/** A second-order filter in transposed direct form II; coefficients after R. Bristow-Johnson's cookbook. */
export type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number; z1: number; z2: number };

type Shape = 'lowpass' | 'highpass' | 'bandpass' | 'peak' | 'lowshelf' | 'highshelf';

/** Frequency in Hz; gain in dB matters to peak and shelves only. A bandpass has 0 dB at its center. */
export function biquad(shape: Shape, frequency: number, q = Math.SQRT1_2, gain = 0): Biquad {
  const w = (2 * Math.PI * Math.min(frequency, RATE * 0.48)) / RATE;
  const cos = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a = 10 ** (gain / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  const make = (b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Biquad => ({
    b0: b0 / a0,
    b1: b1 / a0,
    b2: b2 / a0,
    a1: a1 / a0,
    a2: a2 / a0,
    z1: 0,
    z2: 0,
  });
  switch (shape) {
    case 'lowpass':
      return make((1 - cos) / 2, 1 - cos, (1 - cos) / 2, 1 + alpha, -2 * cos, 1 - alpha);
    case 'highpass':
      return make((1 + cos) / 2, -1 - cos, (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha);
    case 'bandpass':
      return make(alpha, 0, -alpha, 1 + alpha, -2 * cos, 1 - alpha);
    case 'peak':
      return make(1 + alpha * a, -2 * cos, 1 - alpha * a, 1 + alpha / a, -2 * cos, 1 - alpha / a);
    case 'lowshelf':
      return make(
        a * (a + 1 - (a - 1) * cos + root),
        2 * a * (a - 1 - (a + 1) * cos),
        a * (a + 1 - (a - 1) * cos - root),
        a + 1 + (a - 1) * cos + root,
        -2 * (a - 1 + (a + 1) * cos),
        a + 1 + (a - 1) * cos - root,
      );
    case 'highshelf':
      return make(
        a * (a + 1 + (a - 1) * cos + root),
        -2 * a * (a - 1 + (a + 1) * cos),
        a * (a + 1 + (a - 1) * cos - root),
        a + 1 - (a - 1) * cos + root,
        2 * (a - 1 - (a + 1) * cos),
        a + 1 - (a - 1) * cos - root,
      );
  }
}

/** Filters x[from..to) in place. */
export function filter(x: Float32Array, f: Biquad, from = 0, to = x.length): void {
  const { b0, b1, b2, a1, a2 } = f;
  let { z1, z2 } = f;
  for (let i = from; i < to; i++) {
    const input = x[i]!;
    const y = b0 * input + z1;
    z1 = b1 * input - a1 * y + z2;
    z2 = b2 * input - a2 * y;
    x[i] = y;
  }
  f.z1 = Math.abs(z1) < 1e-15 ? 0 : z1;
  f.z2 = Math.abs(z2) < 1e-15 ? 0 : z2;
}

/** Filters x in place twice, in one loop: the second recursion runs while the first one waits for itself. */
export function filterTwice(x: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): void {
  let [z1, z2, w1, w2] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const input = x[i]!;
    const y = b0 * input + z1;
    z1 = b1 * input - a1 * y + z2;
    z2 = b2 * input - a2 * y;
    const v = b0 * y + w1;
    w1 = b1 * y - a1 * v + w2;
    w2 = b2 * y - a2 * v;
    x[i] = v;
  }
}

/** Filters both channels in place by one filter after the other, in one loop. */
export function filterSeries(left: Float32Array, right: Float32Array, f: Biquad, g: Biquad): void {
  const { b0, b1, b2, a1, a2 } = f;
  const { b0: d0, b1: d1, b2: d2, a1: c1, a2: c2 } = g;
  let [l1, l2, l3, l4, r1, r2, r3, r4] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < left.length; i++) {
    const l = left[i]!;
    const r = right[i]!;
    const y = b0 * l + l1;
    const v = b0 * r + r1;
    l1 = b1 * l - a1 * y + l2;
    r1 = b1 * r - a1 * v + r2;
    l2 = b2 * l - a2 * y;
    r2 = b2 * r - a2 * v;
    const z = d0 * y + l3;
    const w = d0 * v + r3;
    l3 = d1 * y - c1 * z + l4;
    r3 = d1 * v - c1 * w + r4;
    l4 = d2 * y - c2 * z;
    r4 = d2 * v - c2 * w;
    left[i] = z;
    right[i] = w;
  }
}

/** Filters both channels in place, in one loop: two recursions side by side cost little more than one. */
export function filterStereo(
  left: Float32Array,
  right: Float32Array,
  f: Biquad,
  g: Biquad,
  from = 0,
  to = left.length,
): void {
  const { b0, b1, b2, a1, a2 } = f;
  let { z1, z2 } = f;
  let { z1: w1, z2: w2 } = g;
  for (let i = from; i < to; i++) {
    const l = left[i]!;
    const r = right[i]!;
    const y = b0 * l + z1;
    const v = b0 * r + w1;
    z1 = b1 * l - a1 * y + z2;
    w1 = b1 * r - a1 * v + w2;
    z2 = b2 * l - a2 * y;
    w2 = b2 * r - a2 * v;
    left[i] = y;
    right[i] = v;
  }
  f.z1 = Math.abs(z1) < 1e-15 ? 0 : z1;
  f.z2 = Math.abs(z2) < 1e-15 ? 0 : z2;
  g.z1 = Math.abs(w1) < 1e-15 ? 0 : w1;
  g.z2 = Math.abs(w2) < 1e-15 ? 0 : w2;
}
