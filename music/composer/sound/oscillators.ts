import { SINE, TABLE } from './tables.ts';

// One function for each loop, called block by block: V8 compiles what is called often best, and a loop within a loop of
// one long call worst.

/** Adds the next samples of an oscillator, whose phase is `phases[u]`. */
export function addWave(
  to: Float32Array,
  end: number,
  table: Float32Array,
  phases: Float64Array,
  u: number,
  step: number,
): void {
  let p = phases[u]!;
  for (let i = 0; i < end; i++) {
    const whole = p | 0;
    const a = table[whole]!;
    to[i]! += a + (p - whole) * (table[whole + 1]! - a);
    p += step;
    if (p >= TABLE) p -= TABLE;
  }
  phases[u] = p;
}

export function addWaveToBoth(
  left: Float32Array,
  right: Float32Array,
  end: number,
  table: Float32Array,
  phases: Float64Array,
  u: number,
  step: number,
): void {
  let p = phases[u]!;
  for (let i = 0; i < end; i++) {
    const whole = p | 0;
    const a = table[whole]!;
    const value = 0.6 * (a + (p - whole) * (table[whole + 1]! - a));
    left[i]! += value;
    right[i]! += value;
    p += step;
    if (p >= TABLE) p -= TABLE;
  }
  phases[u] = p;
}

export function addSub(
  left: Float32Array,
  right: Float32Array,
  end: number,
  level: number,
  phases: Float64Array,
  u: number,
  step: number,
): void {
  let p = phases[u]!;
  for (let i = 0; i < end; i++) {
    const value = level * SINE[p | 0]!;
    left[i]! += value;
    right[i]! += value;
    p += step;
    if (p >= TABLE) p -= TABLE;
  }
  phases[u] = p;
}

export function addNoise(
  left: Float32Array,
  right: Float32Array,
  end: number,
  level: number,
  state: Int32Array,
): void {
  let seed = state[0]!;
  for (let i = 0; i < end; i++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    left[i]! += level * (seed / 2147483648);
    right[i]! += level * ((seed << 9) / 2147483648);
  }
  state[0] = seed;
}
