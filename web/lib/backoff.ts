/**
 * Delays between retries: each doubles the one before, with jitter so that clients do not retry in step.
 * @param first the first delay, ms.
 * @param max the longest delay, ms.
 */
export function createBackoff(first: number, max: number) {
  let delay = first;
  return {
    /** The next delay, ms. */
    next(): number {
      const current = delay * (0.5 + Math.random());
      delay = Math.min(delay * 2, max);
      return current;
    },
    reset(): void {
      delay = first;
    },
  };
}
