/**
 * Counters in this process's memory. They are not kept in the database on purpose: a flood must not become a
 * flood of writes. With several servers a caller gets the allowance of each; a restart forgets.
 */

/** Keys remembered at most; the longest unused is forgotten first. */
const MOST_KEYS = 50_000;

/** Takes one from the allowance of `key`: 0, or in how many ms there is one again. */
export type Allowance = (key: string, now: number) => number;

/** An allowance of `burst` at once that fills up again by `perSecond` (a token bucket). */
export function allowance({ burst, perSecond }: { burst: number; perSecond: number }): Allowance {
  const buckets = new Map<string, { left: number; at: number }>();
  return (key, now) => {
    const known = buckets.get(key);
    const elapsed = known ? Math.max(0, now - known.at) : 0;
    const left = known ? Math.min(burst, known.left + (elapsed * perSecond) / 1000) : burst;
    const allowed = left >= 1;
    touch(buckets, key, { left: allowed ? left - 1 : left, at: now });
    return allowed ? 0 : Math.ceil(((1 - left) * 1000) / perSecond);
  };
}

/** Makes failures of a key ever slower, up to a longest wait, so that nobody is ever locked out for good. */
export interface Slowdown {
  /** How long this key still has to wait, ms; 0 when it may try. */
  wait: (key: string, now: number) => number;
  failed: (key: string, now: number) => void;
  /** Takes back one failure, or all of them. */
  forgive: (key: string, failures?: number) => void;
}

/** One failure is forgotten every so many ms. */
const FORGOTTEN_EVERY_MS = 300_000;

/** @param free failures that cost nothing; each further one doubles the wait, from 1 s to `longestMs`. */
export function slowdown({ free, longestMs }: { free: number; longestMs: number }): Slowdown {
  const kept = new Map<string, { failures: number; at: number }>();
  const failuresOf = (key: string, now: number) => {
    const known = kept.get(key);
    return known ? Math.max(0, known.failures - Math.floor((now - known.at) / FORGOTTEN_EVERY_MS)) : 0;
  };
  return {
    wait: (key, now) => {
      const known = kept.get(key);
      if (!known || known.failures < free) return 0;
      const delay = Math.min(longestMs, 1000 * 2 ** (known.failures - free));
      return Math.max(0, known.at + delay - now);
    },
    failed: (key, now) => touch(kept, key, { failures: failuresOf(key, now) + 1, at: now }),
    forgive: (key, failures = Number.POSITIVE_INFINITY) => {
      const known = kept.get(key);
      if (!known) return;
      known.failures -= failures;
      if (known.failures <= 0) kept.delete(key);
    },
  };
}

/** Sets a key as the most recently used, and forgets the longest unused when there are too many. */
export function touch<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST_KEYS) map.delete(map.keys().next().value!);
}
