import { loudnessOfOne } from '../../analysis/loudness.ts';
import type { Part } from '../score.ts';
import { RATE } from '../sound/tables.ts';
import { reflect } from './reflections.ts';
import { inStretches, type Stem, type Stereo } from './stem.ts';

export type Sends = Stereo & { echo: Float32Array };

/** The gain that sets a part, in one stem or several, to its level; 0 for silence. */
export function gainOf(part: Part, ...stems: readonly Stem[]): number {
  let power = 0;
  for (const { left, regions } of stems) {
    const [from, to] = [regions[0]?.[0] ?? 0, regions.at(-1)?.[1] ?? 0];
    // Measures one side, at half the cost; the other adds 3 dB.
    if (to > from) power += 10 ** ((loudnessOfOne(left.subarray(from, to), RATE) + 3.01) / 10);
  }
  return power > 0 ? 10 ** (part.mix.level / 20) / Math.sqrt(power) : 0;
}

/** Seats a part and adds it to the mix and the sends with the gain. */
export function blend(
  part: Part,
  stem: Stem,
  gain: number,
  mix: Stereo,
  sends: Sends,
  duck: Float32Array | null,
): void {
  const { pan, reverb, echo } = part.mix;
  if (stem.regions.length === 0) return;
  const { left, wet } = stem;
  const right = stem.mono ? left : stem.right;
  const [l, r] = [gain * Math.min(1, 1 - pan), gain * Math.min(1, 1 + pan)];
  const depth = part.mix.duck > 0 && duck ? 1 - 10 ** (-part.mix.duck / 20) : 0;
  inStretches(stem.regions, (start, end) => {
    if (depth) duckStretch(stem, duck!, depth, start, end);
    if (wet) {
      addToBoth(mix.left, mix.right, left, right, l, r, start, end);
      addToBoth(sends.left, sends.right, wet, wet, reverb * gain, reverb * gain, start, end);
    } else addWithSend(mix, sends, left, right, l, r, reverb, start, end);
    if (echo > 0) addToBoth(sends.echo, sends.echo, left, right, echo * 0.5 * l, echo * 0.5 * r, start, end);
  });
  reflect(part, wet ?? left, wet ?? right, gain, mix, stem.regions);
}

function duckStretch(stem: Stem, duck: Float32Array, depth: number, from: number, to: number): void {
  const { left, right } = stem;
  for (let i = from; i < to; i++) left[i]! *= 1 - depth * duck[i]!;
  if (!stem.mono) for (let i = from; i < to; i++) right[i]! *= 1 - depth * duck[i]!;
}

function addToBoth(
  toLeft: Float32Array,
  toRight: Float32Array,
  left: Float32Array,
  right: Float32Array,
  l: number,
  r: number,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    toLeft[i]! += l * left[i]!;
    toRight[i]! += r * right[i]!;
  }
}

function addWithSend(
  mix: Stereo,
  sends: Stereo,
  left: Float32Array,
  right: Float32Array,
  l: number,
  r: number,
  send: number,
  start: number,
  end: number,
): void {
  const [a, b, c, d] = [mix.left, mix.right, sends.left, sends.right];
  for (let i = start; i < end; i++) {
    const x = l * left[i]!;
    const y = r * right[i]!;
    a[i]! += x;
    b[i]! += y;
    c[i]! += send * x;
    d[i]! += send * y;
  }
}
