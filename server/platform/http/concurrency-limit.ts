import { Problem } from 'contract/errors.ts';

/** Runs work as soon as a slot is free. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits how much expensive work runs at once, so that a flood of it cannot starve the rest.
 * @param waiting how many may queue; the next is refused with Problem `unavailable`.
 */
export function concurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }): ConcurrencyLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running++;
    else if (queue.length >= waiting) throw new Problem('unavailable', undefined, { retry_after: 5 });
    // Finished work passes its slot on, so `running` does not change.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
