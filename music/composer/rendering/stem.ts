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
