import { Problem } from 'contract/errors.ts';

/** Runs work as soon as a slot is free. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

interface Limits {
  atOnce: number;
  /** How many may queue; the next is refused. */
  waiting: number;
  /** How long work may wait for a slot, ms. By default it waits as long as it takes. */
  maxWaitMs?: number;
}

/**
 * Limits how much expensive work runs at once, so that a flood of it cannot starve the rest. What it refuses gets
 * Problem `unavailable`.
 */
export function concurrencyLimit({ atOnce, waiting, maxWaitMs }: Limits): ConcurrencyLimit {
  let running = 0;
  // A set keeps the order of insertion, and removes from its middle quickly.
  const queue = new Set<() => void>();

  const slot = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        queue.delete(start);
        resolve();
      };
      const giveUp = () => {
        queue.delete(start);
        reject(refusal());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      queue.add(start);
    });

  return async (work) => {
    if (running < atOnce) running++;
    else if (queue.size >= waiting) throw refusal();
    // Finished work passes its slot on, so `running` does not change.
    else await slot();
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) next();
      else running--;
    }
  };
}

const refusal = () => new Problem('unavailable', undefined, { retry_after: 5 });
