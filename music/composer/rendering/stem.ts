import type { Random } from '../random.ts';
import type { Part, Score } from '../score.ts';
import { eq, type Insert } from '../sound/inserts.ts';
import { RATE } from '../sound/tables.ts';

export type Stereo = { left: Float32Array; right: Float32Array };

/** Stretches of samples in which a part sounds, in order: [from, to). */
export type Region = readonly [from: number, to: number];

/** One part while it is rendered. All parts share the same buffers, one after the other. */
export type Stem = Stereo & {
  /** The drums' own send to the room; other parts send what they play. */
  wet: Float32Array | null;
  /** Only `left` holds sound: nothing has widened the part so far. */
  mono: boolean;
  regions: readonly Region[];
};

/** Collects where a part sounds; effects and mixing skip the rest. Takes sounds about in the order of their starts. */
export function createRegions() {
  const regions: [number, number][] = [];
  return {
    cover(from: number, to: number) {
      const last = regions.at(-1);
      if (last && from <= last[1] + RATE) {
        last[0] = Math.min(last[0], from);
        last[1] = Math.max(last[1], to);
      } else regions.push([from, to]);
    },
    /** The regions with half a second for the effects to ring out. */
    list: (frames: number): Region[] =>
      regions.map(([from, to], i) => [
        from,
        Math.min(frames, regions[i + 1]?.[0] ?? frames, to + Math.round(RATE * 0.5)),
      ]),
  };
}

/** Short enough for a stretch of all buffers to stay in the processor's cache while one step after the other reads it. */
const STRETCH = 4096;

/** Calls `work` for stretch after stretch of the regions. */
export function inStretches(regions: readonly Region[], work: (from: number, to: number) => void): void {
  for (const [from, to] of regions)
    for (let at = from; at < to; at += STRETCH) work(at, Math.min(to, at + STRETCH));
}

/** Runs a part through its effects and its high-pass. A mono part stays mono until an effect widens it. */
export function runInserts(
  score: Score,
  part: Part,
  inserts: readonly Insert[],
  stem: Stem,
  random: Random,
): Stem {
  const { left, right, regions } = stem;
  const context = { secondsPerBeat: 60 / score.bpm, random: random.unit };
  const steps = [...inserts, eq('highpass', part.mix.highpass, 0.7)].map((insert) => ({
    process: insert(context),
    widens: insert.widens === true,
  }));
  const widening = stem.mono ? steps.findIndex(({ widens }) => widens) : 0;
  const narrow = widening < 0 ? steps.length : widening;
  inStretches(regions, (from, to) => {
    for (let k = 0; k < narrow; k++) steps[k]!.process(left, null, from, to);
    if (narrow === steps.length) return;
    if (stem.mono) right.set(left.subarray(from, to), from);
    for (let k = narrow; k < steps.length; k++) steps[k]!.process(left, right, from, to);
  });
  return { ...stem, mono: stem.mono && widening < 0 };
}
