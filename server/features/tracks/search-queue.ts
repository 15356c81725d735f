import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { concurrencyLimit } from '../../platform/concurrency-limit.ts';
import type { Engine } from '../../platform/db/engine.ts';
import { termsOf } from './search.ts';

/** Searches that wait longer are refused: their callers would give up anyway. */
const WAITING = { waiting: 200, maxWaitMs: 2000 };

/** Runs what searches for `q`, as soon as it is its turn. A blank `q` is no search and does not wait. */
export type SearchQueue = <T>(
  request: FastifyRequest,
  q: string | undefined,
  run: () => Promise<T>,
) => Promise<T>;

/**
 * Searches a few at a time, so that a flood of them cannot use up the processor or the connections.
 * @throws Problem `unavailable` when too many wait, or one waited too long.
 */
export function searchQueue({ longReadsAtOnce }: Engine): SearchQueue {
  const limit = concurrencyLimit({ ...WAITING, atOnce: longReadsAtOnce });
  return (request, q, run) => {
    if (termsOf(q).length === 0) return run();
    return limit(async () => {
      // The caller has left; nobody reads the answer.
      if (request.raw.socket.destroyed) throw new Problem('unavailable');
      return run();
    });
  };
}
