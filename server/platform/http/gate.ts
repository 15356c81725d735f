import { Problem } from 'contract/errors.ts';

/** Lets work through a few at a time; the rest waits its turn. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A gate for work that takes much processor or memory, so that a flood of it cannot starve the rest.
 * @param waiting how many may queue; the next is refused with Problem `unavailable`.
 */
export function gate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let inside = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (inside < atOnce) inside++;
    else if (queue.length >= waiting) throw new Problem('unavailable', undefined, { retry_after: 5 });
    // Whoever leaves hands its place over, so `inside` stays as it is.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else inside--;
    }
  };
}
