import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { assertWithinLimit } from './call-cost.ts';

/** Runs work as soon as a slot is free. */
type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

export interface Limits {
  atOnce: number;
  /** Maximum length of the queue; the next is refused. */
  waiting: number;
  /** Maximum wait for a slot, ms. By default it waits as long as it takes. */
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

/**
 * Runs the work of each key one after another. What does not get its turn is refused with Problem `unavailable`.
 * @param limits how many may queue for each key, and how long, ms.
 */
export function keyedMutex(limits: Omit<Limits, 'atOnce'>) {
  const queues = new Map<string, { enter: ConcurrencyLimit; users: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { enter: concurrencyLimit({ ...limits, atOnce: 1 }), users: 0 };
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

/** @returns a function that ends the work it began. @throws Problem `too_many_requests` while this key's work runs. */
type OneAtATime = (key: string) => () => void;

/** Allows each person one piece of expensive work at a time. */
export function oneAtATime(): OneAtATime {
  const running = new Set<string>();
  return (key) => {
    if (running.has(key)) throw new Problem('too_many_requests', undefined, { retry_after: 5 });
    running.add(key);
    return () => running.delete(key);
  };
}

/** Limits of the queue. A longer wait is refused: the caller would give up anyway. */
const WAITING = { waiting: 200, maxWaitMs: 2000 };

/** Runs what answers a request, as soon as it is its turn. */
export type ReadQueue = <T>(request: FastifyRequest, run: () => Promise<T>) => Promise<T>;

/**
 * Runs long reads a few at a time, so that a flood of them cannot use up the processor or the connections. One whose
 * caller has left is not run.
 * @throws Problem `unavailable` when too many wait, or one waited too long; `too_many_requests` if its caller's others
 *   cost too much meanwhile.
 */
export function readQueue(atOnce: number): ReadQueue {
  const inTurn = concurrencyLimit({ ...WAITING, atOnce });
  return (request, run) =>
    inTurn(async () => {
      // One for each turn of the event loop: other calls come between them, and connections that closed are noticed.
      await nextTurn();
      if (request.raw.socket.destroyed) throw new Problem('unavailable');
      assertWithinLimit();
      return run();
    });
}
