/** A seeded random source. All of the band's variation comes from it, so the same seed gives the same take. */
export type Random = {
  /** 0 <= x < 1 */
  unit(): number;
  between(low: number, high: number): number;
  /** Whole number, both ends included. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Approximately normal: mean 0, standard deviation 1, within ±3. */
  bell(): number;
  /** An independent source for a named purpose, so that adding a part does not change the others. */
  fork(name: string): Random;
};

/** 32-bit hash of a text (FNV-1a with a final mix). */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}

/** Mulberry32: small, fast, and good enough for music. */
export function createRandom(seed: number): Random {
  // In an array, because a variable that outgrows 31 bits would be allocated anew at every call.
  const state = Uint32Array.of(seed);
  const unit = () => {
    state[0]! += 0x6d2b79f5;
    const s = state[0]!;
    let t = Math.imul(s ^ (s >>> 15), s | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    unit,
    between: (low, high) => low + (high - low) * unit(),
    whole: (low, high) => low + Math.floor((high - low + 1) * unit()),
    chance: (share) => unit() < share,
    pick: (from) => from[Math.floor(unit() * from.length)]!,
    bell: () => (unit() + unit() + unit() + unit() + unit() + unit() - 3) * Math.SQRT2,
    fork: (name) => createRandom(hash(`${seed}/${name}`)),
  };
}
