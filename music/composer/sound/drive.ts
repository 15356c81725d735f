import { chain, eq, type Insert } from './inserts.ts';
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

/** An overdriven guitar amplifier: tightened lows, clipping, the loudspeaker's hump and its steep fall. */
export function amplifier({ gain = 8, tone = 4200 } = {}): Insert {
  return chain(
    eq('highpass', 160),
    eq('peak', 750, 0.8, 6),
    drive({ amount: gain, bias: 0.18 }),
    eq('peak', 110, 1, 3),
    eq('peak', 2600, 1.1, 5),
    eq('lowpass', tone, 0.9),
    eq('lowpass', tone * 1.3, 0.6),
  );
}
