import { type ConcurrencyLimit, concurrencyLimit } from './concurrency-limit.ts';

/**
 * Runs the work of each key one after another.
 * @param waiting how many may queue for each key; the next is refused with Problem `unavailable`.
 */
export function oneAfterAnother({ waiting }: { waiting: number }) {
  const queues = new Map<string, { enter: ConcurrencyLimit; users: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { enter: concurrencyLimit({ atOnce: 1, waiting }), users: 0 };
    queues.set(key, queue);
    queue.users++;
    try {
      return await queue.enter(work);
    } finally {
      queue.users--;
      if (queue.users === 0) queues.delete(key);
    }
  };
}
