import type { Insert } from './inserts.ts';
import { createClipper, createSaturator } from './oversampling.ts';

/** Up to this amount, what folds back stays below -60 dB at the plain rate. */
const GENTLE = 1.6;

/** Soft clipping with even harmonics; `amount` 1 warms, 4 bites, 12 and more is a stack of amplifiers. */
export function drive({ amount = 2, bias = 0.1 }: { amount?: number; bias?: number } = {}): Insert {
  const level = 0.7 / Math.tanh(Math.max(0.9, amount * 0.5));
  return () => {
    const create = amount > GENTLE ? createClipper : createSaturator;
    const sides = [create(amount, bias, level), create(amount, bias, level)] as const;
    return (left, right, from, to) => {
      sides[0](left, from, to);
      if (right) sides[1](right, from, to);
    };
  };
}
