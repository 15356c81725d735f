import type { Position } from './wal-position.ts';

/** How many positions are remembered, for minutes at the usual pace. */
const MAX_SEEN = 1000;

/**
 * How far a replica is behind, by what the primary's position was when. It compares times of this process alone, and
 * sees also a replica that has lost its primary: one that has replayed all it was sent calls itself up to date.
 */
export function replicaLag() {
  /** Positions of the primary that the replica has not reached, oldest first. */
  let unreached: { position: Position; at: number }[] = [];
  let replayed: Position | undefined;
  let hasBegun = false;
  return {
    /** @param at before the primary was asked, ms. */
    primaryWasAt: (position: Position, at: number) => {
      if (!hasBegun || unreached.length >= MAX_SEEN) {
        // Nobody knows how old a replica is that has not reached this one yet.
        unreached = [{ position, at: Number.NEGATIVE_INFINITY }];
        hasBegun = true;
      } else if (position > (unreached.at(-1)?.position ?? replayed ?? 0n)) unreached.push({ position, at });
    },
    replicaIsAt: (position: Position) => {
      replayed = position;
      const next = unreached.findIndex((one) => one.position > position);
      unreached = next < 0 ? [] : unreached.slice(next);
    },
    /** What was known about a replica that went away is void. */
    forget: () => {
      unreached = [];
      replayed = undefined;
      hasBegun = false;
    },
    hasReplayed: (position: Position) => replayed !== undefined && replayed >= position,
    /** How old its oldest missing change may be, ms. */
    lagMs: (now: number) =>
      hasBegun && replayed !== undefined ? now - (unreached[0]?.at ?? now) : Number.POSITIVE_INFINITY,
  };
}
