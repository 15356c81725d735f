import { type ErrorCode, Problem } from 'contract/errors.ts';

/**
 * Limits are counted in the memory of this process: a flood of calls must not become a flood of writes. Several
 * servers grant the limit each, unless they tell each other (`limitCalls`), and a restart clears it.
 */

/** Above this many keys, the least recently used is dropped. */
const MAX_KEYS = 50_000;

interface RateLimit {
  /** Counts a call of this cost, 1 by default. @returns 0 if it is allowed, otherwise the wait in ms. */
  (key: string, now: number, cost?: number): number;
  /** Takes what was spent elsewhere, even if that leaves less than nothing. */
  take: (key: string, now: number, cost: number) => void;
}

/** A token bucket: calls of a total cost of `burst` at once, refilled by `perSecond`. */
export function rateLimit({ burst, perSecond }: { burst: number; perSecond: number }): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  const leftOf = (key: string, now: number) => {
    const known = buckets.get(key);
    if (!known) return burst;
    return Math.min(burst, known.left + (Math.max(0, now - known.at) * perSecond) / 1000);
  };
  const limit = (key: string, now: number, cost = 1) => {
    const left = leftOf(key, now);
    const allowed = left >= cost;
    touch(buckets, key, { left: allowed ? left - cost : left, at: now });
    return allowed ? 0 : Math.ceil(((cost - left) * 1000) / perSecond);
  };
  const take = (key: string, now: number, cost: number) =>
    touch(buckets, key, { left: Math.max(-burst, leftOf(key, now) - cost), at: now });
  return Object.assign(limit, { take });
}

/** The refusal of a call that has to wait this long, ms. */
export const tooMany = (waitMs: number, code: ErrorCode = 'too_many_requests') =>
  new Problem(code, undefined, { retry_after: Math.ceil(waitMs / 1000) });

/** Delays attempts after failures, up to a maximum, so that nobody is ever locked out for good. */
export interface Slowdown {
  /** The remaining wait in ms; 0 if the key may try. */
  wait: (key: string, now: number) => number;
  failed: (key: string, now: number) => void;
  /** Forgets the failures. */
  forgive: (key: string) => void;
}

/** One failure is forgotten in each period of this length, ms. */
const FORGOTTEN_EVERY_MS = 300_000;

/** @param free failures without a delay; each further one doubles the wait, from 1 s to `longestMs`. */
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
    forgive: (key) => void kept.delete(key),
  };
}

/** Sets a key as the most recently used, and drops the least recently used of too many. */
export function touch<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_KEYS) map.delete(map.keys().next().value!);
}

/** Counts what is open for each key, such as sockets for each address. */
export interface KeyedCount {
  of: (key: string) => number;
  total: () => number;
  add: (key: string, amount: number) => void;
}

export function keyedCount(): KeyedCount {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    total: () => total,
    add(key, amount) {
      total += amount;
      const next = of(key) + amount;
      if (next > 0) counts.set(key, next);
      else counts.delete(key);
    },
  };
}
