import { createRandom } from '../random.ts';
import type { Part } from '../score.ts';
import { RATE } from '../sound/tables.ts';
import { inStretches, type Region, type Stereo } from './stem.ts';

/** How wide the walls around each role reflect it, as amplitude of one reflection. */
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
export function reflect(
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
