import { BLOCK, TABLE } from './tables.ts';

// One function for each loop, called block by block: see oscillators.ts.

export type Player = { phase: number; gain: number; mix: number; step: number; left: number; right: number };

/** Adds a player's next samples, whose level and timbre move to `target` and `targetMix` within a block. */
export function playOne(
  to: Float32Array,
  start: number,
  end: number,
  dark: Float32Array,
  bright: Float32Array,
  player: Player,
  target: number,
  targetMix: number,
): void {
  let { phase, gain, mix } = player;
  const { step, left } = player;
  const ramp = (target - gain) / BLOCK;
  const mixRamp = (targetMix - mix) / BLOCK;
  for (let i = start; i < end; i++) {
    gain += ramp;
    mix += mixRamp;
    const whole = phase | 0;
    const f = phase - whole;
    const a = dark[whole]!;
    const b = bright[whole]!;
    const x = a + f * (dark[whole + 1]! - a);
    const y = b + f * (bright[whole + 1]! - b);
    to[i]! += left * gain * (x + mix * (y - x));
    phase += step;
    if (phase >= TABLE) phase -= TABLE;
  }
  player.phase = phase;
  player.gain = gain;
  player.mix = mix;
}

export function playBoth(
  toLeft: Float32Array,
  toRight: Float32Array,
  start: number,
  end: number,
  dark: Float32Array,
  bright: Float32Array,
  player: Player,
  target: number,
  targetMix: number,
): void {
  let { phase, gain, mix } = player;
  const { step, left, right } = player;
  const ramp = (target - gain) / BLOCK;
  const mixRamp = (targetMix - mix) / BLOCK;
  for (let i = start; i < end; i++) {
    gain += ramp;
    mix += mixRamp;
    const whole = phase | 0;
    const f = phase - whole;
    const a = dark[whole]!;
    const b = bright[whole]!;
    const x = a + f * (dark[whole + 1]! - a);
    const y = b + f * (bright[whole + 1]! - b);
    const value = gain * (x + mix * (y - x));
    toLeft[i]! += left * value;
    toRight[i]! += right * value;
    phase += step;
    if (phase >= TABLE) phase -= TABLE;
  }
  player.phase = phase;
  player.gain = gain;
  player.mix = mix;
}

/** Noise through a state-variable band-pass of frequency `f`. */
export type Air = {
  seed: number;
  low: number;
  band: number;
  lowR: number;
  bandR: number;
  f: number;
  damp: number;
};

export function breatheOne(to: Float32Array, start: number, end: number, air: Air, level: number): void {
  let { seed, low, band } = air;
  const { f, damp } = air;
  for (let i = start; i < end; i++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    low += f * band;
    band += f * (seed / 2147483648 - low - damp * band);
    to[i]! += level * band;
  }
  air.seed = seed;
  air.low = low;
  air.band = band;
}

export function breatheBoth(
  left: Float32Array,
  right: Float32Array,
  start: number,
  end: number,
  air: Air,
  level: number,
): void {
  let { seed, low, band, lowR, bandR } = air;
  const { f, damp } = air;
  for (let i = start; i < end; i++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    low += f * band;
    band += f * (seed / 2147483648 - low - damp * band);
    left[i]! += level * band;
    lowR += f * bandR;
    bandR += f * ((seed << 7) / 2147483648 - lowR - damp * bandR);
    right[i]! += level * bandR;
  }
  air.seed = seed;
  air.low = low;
  air.band = band;
  air.lowR = lowR;
  air.bandR = bandR;
}
