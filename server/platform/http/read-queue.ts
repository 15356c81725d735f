import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { concurrencyLimit } from '../concurrency-limit.ts';

/** What waits longer is refused: its caller would give up anyway. */
const WAITING = { waiting: 200, maxWaitMs: 2000 };

/** Runs what answers a request, as soon as it is its turn. */
export type ReadQueue = <T>(request: FastifyRequest, run: () => Promise<T>) => Promise<T>;

/**
 * Runs long reads a few at a time, so that a flood of them cannot use up the processor or the connections. One whose
 * caller has left is not run.
 * @throws Problem `unavailable` when too many wait, or one waited too long.
 */
export function readQueue(atOnce: number): ReadQueue {
  const inTurn = concurrencyLimit({ ...WAITING, atOnce });
  return (request, run) =>
    inTurn(async () => {
      // One for each turn of the event loop: other calls come between them, and connections that closed are noticed.
      await nextTurn();
      if (request.raw.socket.destroyed) throw new Problem('unavailable');
      return run();
    });
}
