import { Problem } from 'contract/errors.ts';

/** @returns a function that ends the work it began. @throws Problem `too_many_requests` while this key's work runs. */
export type OneAtATime = (key: string) => () => void;

/** Allows each person one piece of expensive work at a time. */
export function oneAtATime(): OneAtATime {
  const running = new Set<string>();
  return (key) => {
    if (running.has(key)) throw new Problem('too_many_requests', undefined, { retry_after: 5 });
    running.add(key);
    return () => running.delete(key);
  };
}
