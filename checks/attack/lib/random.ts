/** A seeded random source (mulberry32), so that a finding can be reproduced from its seed. */
export interface Random {
  /** From 0 up to but not including 1. */
  next: () => number;
  /** A whole number from 0 up to but not including `below`. */
  int: (below: number) => number;
  pick: <T>(from: readonly T[]) => T;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return { next, int, pick: (from) => from[int(from.length)]! };
}
