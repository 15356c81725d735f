import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import type { Context } from '../../context.ts';
import type { NewVote } from './vote-decision.ts';
import { recordVotes } from './votes.ts';

/** Votes per transaction, so that the first voter of a crowd does not wait for the last. */
const BATCH_SIZE = 100;
/** More votes are refused, so that a flood cannot exhaust the memory. */
const MAX_WAITING = 20_000;

/** Records a vote. @throws Problem as `recordVotes` returns them; `unavailable` if too many votes wait. */
export type VoteQueue = (vote: NewVote) => Promise<Voted>;

/**
 * Votes that arrive while a transaction runs are recorded together in the next one. A popular request is so updated
 * once for many votes, and the disk is synced once.
 */
export function voteQueue(c: Context): VoteQueue {
  let waiting: {
    vote: NewVote;
    resolve: (outcome: Voted | Problem) => void;
    reject: (error: unknown) => void;
  }[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      await record(batch);
    }
    running = false;
  }

  async function record(batch: typeof waiting): Promise<void> {
    try {
      const outcomes = await recordVotes(
        c,
        batch.map(({ vote }) => vote),
      );
      batch.forEach(({ resolve }, i) => {
        resolve(outcomes[i]!);
      });
    } catch (error) {
      // One bad vote must not fail the others. A vote that was committed before the error is recognized by its id.
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const one of batch) await record([one]);
    }
  }

  return async (vote) => {
    if (waiting.length >= MAX_WAITING) throw new Problem('unavailable', undefined, { retry_after: 5 });
    const outcome = await new Promise<Voted | Problem>((resolve, reject) => {
      waiting.push({ vote, resolve, reject });
      if (!running) void run();
    });
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  };
}
