import type { FastifyRequest } from 'fastify';
import type { ReadQueue } from '../../platform/concurrency.ts';
import { termsOf } from './search.ts';

/** Lists with more rows take milliseconds to read and to write as JSON. */
const SHORT_LIST = 50;

/** Runs what reads a list, as soon as it is its turn. */
export type SearchQueue = <T>(
  request: FastifyRequest,
  query: { q?: string | undefined; limit?: number },
  run: () => Promise<T>,
) => Promise<T>;

/** Searches and long lists wait, each in their own queue. A short list without a search does not. */
export function searchQueue(searches: ReadQueue, lists: ReadQueue): SearchQueue {
  return (request, { q, limit = 0 }, run) => {
    if (termsOf(q).length > 0) return searches(request, run);
    return limit > SHORT_LIST ? lists(request, run) : run();
  };
}
