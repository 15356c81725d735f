import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { concurrencyLimit } from '../../platform/concurrency-limit.ts';
import type { Engine } from '../../platform/db/engine.ts';
import { termsOf } from './search.ts';

/** What waits longer is refused: its caller would give up anyway. */
const WAITING = { waiting: 200, maxWaitMs: 2000 };
/** Lists with more rows take milliseconds to read and to write as JSON. */
const SHORT_LIST = 50;

/** Runs what reads a list, as soon as it is its turn. A short list without a search does not wait. */
export type SearchQueue = <T>(
  request: FastifyRequest,
  query: { q?: string | undefined; limit?: number },
  run: () => Promise<T>,
) => Promise<T>;

/**
 * Searches and reads long lists a few at a time, so that a flood of them cannot use up the processor or the
 * connections.
 * @throws Problem `unavailable` when too many wait, or one waited too long.
 */
export function searchQueue({ longReadsAtOnce, listsAtOnce }: Engine): SearchQueue {
  const searches = concurrencyLimit({ ...WAITING, atOnce: longReadsAtOnce });
  const lists = concurrencyLimit({ ...WAITING, atOnce: listsAtOnce });
  return (request, { q, limit = 0 }, run) => {
    const isSearch = termsOf(q).length > 0;
    if (!isSearch && limit <= SHORT_LIST) return run();
    return (isSearch ? searches : lists)(async () => {
      // One for each turn of the event loop: other calls come between them, and connections that closed are noticed.
      await nextTurn();
      if (request.raw.socket.destroyed) throw new Problem('unavailable');
      return run();
    });
  };
}
