import { loudnessOfOne } from '../../analysis/loudness.ts';
import { createRandom } from '../random.ts';
import { type Part, type Score, type Sound, secondsAt } from '../score.ts';
import { RATE } from '../sound/tables.ts';
import { inStretches, type Region, type Stem, type Stereo } from './stem.ts';

export type Sends = Stereo & {
  echo: Float32Array;
  /** Width at which players sit apart and the walls reflect them, 1 as usual. */
  wide: number;
};

/** Spread of the players on a record: basses, which stay in the middle, take width away. */
export const spreadOf = ({ width, bass }: Sound): number =>
  Math.max(0.5, Math.min(2.2, 10 ** ((width + 9.5 + 0.7 * Math.max(0, bass - 5)) / 20)));

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
  const { reverb, echo } = part.mix;
  const pan = Math.max(-1, Math.min(1, part.mix.pan * sends.wide));
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
  reflect(part, wet ?? left, wet ?? right, gain * sends.wide, mix, stem.regions);
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

/** The ducking envelope: 1 at each kick, falling within a quarter of a second; null where nothing ducks. */
export function kickEnvelope(score: Score, frames: number): Float32Array | null {
  if (!score.parts.some((part) => part.mix.duck > 0)) return null;
  const envelope = new Float32Array(frames);
  const rise = Math.round(0.004 * RATE);
  const length = Math.min(Math.round(0.26 * RATE), Math.round(((60 / score.bpm) * RATE) / 1.2));
  const shape = Float32Array.from({ length: rise + length }, (_, i) =>
    i < rise ? i / rise : (1 - (i - rise) / length) ** 1.6,
  );
  for (const part of score.parts) {
    if (!('kit' in part)) continue;
    for (const hit of part.hits) {
      if (hit.piece !== 'kick' || hit.velocity < 0.4) continue;
      const at = Math.round(secondsAt(score, hit.beat, part.mix.swing) * RATE) - rise;
      for (let i = Math.max(0, -at); i < shape.length && at + i < frames; i++)
        if (shape[i]! > envelope[at + i]!) envelope[at + i] = shape[i]!;
    }
  }
  return envelope;
}

/** Amplitude of one reflection of each role from the walls around it. */
const WALLS: Readonly<Record<Part['role'], number>> = {
  drums: 0.36,
  bass: 0,
  chords: 0.35,
  pad: 0.3,
  arp: 0.36,
  lead: 0.26,
  texture: 0.32,
};

/**
 * Early reflections from the sides, six per part at delays of its own. They are added left and subtracted right: a
 * mono part gains width, and the sum of both channels stays as it was.
 */
function reflect(
  part: Part,
  left: Float32Array,
  right: Float32Array,
  gain: number,
  mix: Stereo,
  regions: readonly Region[],
): void {
  const walls = WALLS[part.role] * gain * (part.mix.reverb > 0 ? 1 : 0.5);
  if (walls === 0) return;
  const random = createRandom(0).fork(`walls/${part.name}`);
  const delays = [5, 9, 14, 20, 26, 33].map((ms) =>
    Math.round((ms + random.between(0, 4)) * 0.001 * RATE),
  ) as unknown as Six;
  const longest = delays[5];
  const frames = mix.left.length;
  const heard = regions.map(([from, to], i): Region => {
    const next = regions[i + 1]?.[0] ?? frames;
    return [Math.max(longest, from), Math.min(next, to + longest)];
  });
  inStretches(heard, (from, to) => addSides(mix, left, right, walls, delays, from, to));
}

type Six = readonly [number, number, number, number, number, number];

function addSides(
  mix: Stereo,
  left: Float32Array,
  right: Float32Array,
  walls: number,
  delays: Six,
  from: number,
  to: number,
): void {
  const d0 = delays[0];
  const d1 = delays[1];
  const d2 = delays[2];
  const d3 = delays[3];
  const d4 = delays[4];
  const d5 = delays[5];
  const { left: toLeft, right: toRight } = mix;
  for (let i = from; i < to; i++) {
    const side =
      walls *
      (left[i - d0]! -
        right[i - d1]! +
        0.8 * (left[i - d2]! - right[i - d3]!) +
        0.6 * (right[i - d4]! - left[i - d5]!));
    toLeft[i]! += side;
    toRight[i]! -= side;
  }
}
