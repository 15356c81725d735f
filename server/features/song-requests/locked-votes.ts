import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../context.ts';
import { concurrencyLimit } from '../../platform/concurrency-limit.ts';
import { type PendingVote, recordPending, type Unrecorded } from './pending-votes.ts';

/** How long a vote may wait for a locked row, ms. An attempt that runs then may still succeed. */
const MAX_WAIT_MS = 3000;
/** Pause after a failure, so that an unavailable database is not asked without end, ms. */
const PAUSE_MS = 50;
/** Votes per transaction. */
const BATCH_SIZE = 100;
/** How many locked rows are waited for at once: each takes a connection. */
const AT_ONCE = 4;

/**
 * The votes that met a locked request or balance: one queue for each such row. A queue waits for the lock, which
 * PostgreSQL grants in order, so that servers that share a popular request take turns.
 */
export function lockedVotes(c: Context) {
  const limit = concurrencyLimit({ atOnce: AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  const queues = new Map<string, PendingVote[]>();

  function add({ lockedId, pending, error }: Unrecorded): void {
    const queue = queues.get(lockedId);
    if (isExpired(pending)) refuse(pending, error);
    else if (queue) queue.push(pending);
    else {
      queues.set(lockedId, [pending]);
      void drain(lockedId);
    }
  }

  /** Adds a vote to the queue of its request or its user, if there is one. @returns whether there is. */
  function join(pending: PendingVote): boolean {
    const { request_id, user_id } = pending.vote;
    const queue = queues.get(request_id) ?? queues.get(user_id);
    queue?.push(pending);
    return queue !== undefined;
  }

  async function drain(lockedId: string): Promise<void> {
    const queue = queues.get(lockedId)!;
    while (queue.length > 0) {
      const failed = await limit(() => attempt(queue));
      if (failed) await sleep(PAUSE_MS);
    }
    queues.delete(lockedId);
  }

  /** Records the first votes of a queue. @returns whether that failed. */
  async function attempt(queue: PendingVote[]): Promise<boolean> {
    const unrecorded = await recordPending(c, queue.splice(0, BATCH_SIZE), 'wait');
    queue.unshift(...unrecorded.map(({ pending }) => pending));
    if (unrecorded.length > 0) for (const one of queues.values()) refuseExpired(one, unrecorded[0]!.error);
    return unrecorded.length > 0;
  }

  return { add, join };
}

/** Refuses the votes that have waited too long. */
function refuseExpired(queue: PendingVote[], error: unknown): void {
  // The oldest are first, apart from a few that were skipped meanwhile.
  while (queue.length > 0 && isExpired(queue[0]!)) refuse(queue.shift()!, error);
}

const isExpired = ({ since }: PendingVote) => performance.now() - since > MAX_WAIT_MS;

const refuse = ({ reject }: PendingVote, error: unknown) =>
  reject(error ?? new Problem('unavailable', undefined, { retry_after: 2 }));
