import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import type { Context } from '../../context.ts';
import { lockedVotes } from './locked-votes.ts';
import { type PendingVote, recordPending } from './pending-votes.ts';
import type { NewVote } from './vote-decision.ts';

/** Votes per transaction, so that the first voter of a crowd does not wait for the last. */
const BATCH_SIZE = 100;
/** More votes are refused, so that a flood cannot exhaust the memory. */
const MAX_WAITING = 20_000;

/**
 * Records a vote.
 * @throws Problem as `recordVotes` returns them; `unavailable` if too many votes wait; a temporary error of the
 *   database if its request or its user's balance stays locked.
 */
export type VoteQueue = (vote: NewVote) => Promise<Voted>;

/**
 * Votes that arrive while a transaction runs are recorded together in the next one. A popular request is so updated
 * once for many votes, and the disk is synced once. Votes that meet a locked row wait elsewhere, so that the others
 * do not wait for it.
 */
export function voteQueue(c: Context): VoteQueue {
  const locked = lockedVotes(c);
  let waiting: PendingVote[] = [];
  let unanswered = 0;
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      const free = batch.filter((pending) => !locked.join(pending));
      for (const unrecorded of await recordPending(c, free, 'skip')) locked.add(unrecorded);
    }
    running = false;
  }

  return async (vote) => {
    if (unanswered >= MAX_WAITING) throw new Problem('unavailable', undefined, { retry_after: 5 });
    unanswered++;
    try {
      const outcome = await new Promise<Voted | Problem>((resolve, reject) => {
        waiting.push({ vote, since: performance.now(), resolve, reject });
        if (!running) void run();
      });
      if (outcome instanceof Problem) throw outcome;
      return outcome;
    } finally {
      unanswered--;
    }
  };
}
