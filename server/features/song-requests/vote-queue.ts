import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import { concurrencyLimit } from '../../platform/concurrency.ts';
import type { Context } from '../../platform/context.ts';
import type { WhenLocked } from '../../platform/db/engine.ts';
import { type NewVote, recordVotes, type VoteQueue } from './votes.ts';

/** Votes per transaction, so that the first voter of a crowd does not wait for the last. */
const BATCH_SIZE = 100;
/** More votes are refused, so that a flood cannot exhaust the memory. */
const MAX_WAITING = 20_000;
/** How long a vote may wait for a locked row, ms. An attempt that runs then may still succeed. */
const MAX_WAIT_MS = 3000;
/** Pause after a failure, so that an unavailable database is not asked without end, ms. */
const PAUSE_MS = 50;
/** How many locked rows are waited for at once: each takes a connection. */
const LOCKS_AT_ONCE = 4;

/** A vote whose caller waits for the outcome. */
interface PendingVote {
  vote: NewVote;
  /** When it arrived, ms of `performance.now()`. */
  since: number;
  resolve: (voted: Voted) => void;
  reject: (error: unknown) => void;
  /** What kept it from being recorded: a locked request or user, and the error unless it was skipped. */
  lockedId?: string;
  error?: unknown;
}

/**
 * Votes that arrive while a transaction runs are recorded together in the next one. A popular request is so updated
 * once for many votes, and the disk is synced once. Votes that meet a locked request or balance wait in a queue for
 * that row, which PostgreSQL lets through in order; the others do not wait for them.
 */
export function voteQueue(c: Context, maxWaiting = MAX_WAITING): VoteQueue {
  const lockLimit = concurrencyLimit({ atOnce: LOCKS_AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  /** The votes for each locked row, by its id. */
  const locked = new Map<string, PendingVote[]>();
  const waiting: PendingVote[] = [];
  let unanswered = 0;
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const free = waiting.splice(0, BATCH_SIZE).filter((pending) => !joinLocked(pending));
      for (const pending of await recordPending(c, free, 'skip')) addLocked(pending, pending.lockedId!);
    }
    running = false;
  }

  function joinLocked(pending: PendingVote): boolean {
    const queue = locked.get(pending.vote.request_id) ?? locked.get(pending.vote.user_id);
    queue?.push(pending);
    return queue !== undefined;
  }

  function addLocked(pending: PendingVote, lockedId: string): void {
    const queue = locked.get(lockedId);
    if (isExpired(pending)) refuse(pending, pending.error);
    else if (queue) queue.push(pending);
    else {
      locked.set(lockedId, [pending]);
      void drain(lockedId);
    }
  }

  async function drain(lockedId: string): Promise<void> {
    const queue = locked.get(lockedId)!;
    while (queue.length > 0) if (!(await lockLimit(() => attempt(queue)))) await sleep(PAUSE_MS);
    locked.delete(lockedId);
  }

  /** Records the first votes of a queue. @returns whether that succeeded. */
  async function attempt(queue: PendingVote[]): Promise<boolean> {
    const unrecorded = await recordPending(c, queue.splice(0, BATCH_SIZE), 'wait');
    if (unrecorded.length === 0) return true;
    queue.unshift(...unrecorded);
    // The oldest are first, apart from a few that were skipped meanwhile.
    for (const one of locked.values())
      while (one.length > 0 && isExpired(one[0]!)) refuse(one.shift()!, unrecorded[0]!.error);
    return false;
  }

  return (vote) => {
    if (unanswered >= maxWaiting)
      return Promise.reject(new Problem('unavailable', undefined, { retry_after: 5 }));
    unanswered++;
    const { promise, ...settle } = Promise.withResolvers<Voted>();
    waiting.push({ vote, since: performance.now(), ...settle });
    if (!running) void run();
    return promise.finally(() => unanswered--);
  };
}

const isExpired = ({ since }: PendingVote) => performance.now() - since > MAX_WAIT_MS;

const refuse = ({ reject }: PendingVote, error: unknown) =>
  reject(error ?? new Problem('unavailable', undefined, { retry_after: 2 }));

/** Records votes and answers their callers. @returns those that met a locked row or a temporary failure. */
async function recordPending(
  c: Context,
  batch: PendingVote[],
  whenLocked: WhenLocked,
): Promise<PendingVote[]> {
  if (batch.length === 0) return [];
  try {
    const votes = batch.map(({ vote }) => vote);
    const outcomes = await recordVotes(c, votes, whenLocked);
    return batch.filter((pending, i) => {
      const outcome = outcomes[i]!;
      if ('lockedId' in outcome) pending.lockedId = outcome.lockedId;
      else if (outcome instanceof Problem) pending.reject(outcome);
      else pending.resolve(outcome);
      return 'lockedId' in outcome;
    });
  } catch (error) {
    // A vote that was committed before the error is recognized by its id when it is tried again.
    if (c.engine.isTemporary(error) || (error instanceof Problem && error.code === 'unavailable')) {
      for (const pending of batch) Object.assign(pending, { lockedId: pending.vote.request_id, error });
      return batch;
    }
    // One bad vote must not fail the others.
    const unrecorded: PendingVote[] = [];
    if (batch.length === 1) batch[0]!.reject(error);
    else for (const one of batch) unrecorded.push(...(await recordPending(c, [one], whenLocked)));
    return unrecorded;
  }
}
