import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import type { Context } from '../../context.ts';
import { type Ballot, castAll } from './votes.ts';

/** Votes counted in one transaction at most: a crowd must not make everybody wait for its last one. */
const AT_ONCE = 100;
/** Votes that may wait; more are refused, so that a flood ends in refusals and not in a server without memory. */
const MOST_WAITING = 20_000;

/** Charges and counts a vote. @throws Problem as told for `castAll`; `unavailable` when too many wait. */
export type BallotBox = (ballot: Ballot) => Promise<Voted>;

/**
 * Where votes wait for the transaction before theirs: whatever arrived meanwhile is charged and counted together
 * in the next one. So a row that everybody votes for costs one update for the many, and the disk is asked once.
 */
export function ballotBox(c: Context): BallotBox {
  let waiting: {
    ballot: Ballot;
    settle: (outcome: Voted | Problem) => void;
    fail: (error: unknown) => void;
  }[] = [];
  let counting = false;

  async function countAll(): Promise<void> {
    counting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      await count(batch);
    }
    counting = false;
  }

  async function count(batch: typeof waiting): Promise<void> {
    try {
      const outcomes = await castAll(
        c,
        batch.map(({ ballot }) => ballot),
      );
      batch.forEach(({ settle }, i) => {
        settle(outcomes[i]!);
      });
    } catch (error) {
      // What spoils one vote must not spoil the others. A vote that was counted before the failure was told is
      // known by its id, and is not counted again.
      if (batch.length === 1) batch[0]!.fail(error);
      else for (const one of batch) await count([one]);
    }
  }

  return async (ballot) => {
    if (waiting.length >= MOST_WAITING) throw new Problem('unavailable', undefined, { retry_after: 5 });
    const outcome = await new Promise<Voted | Problem>((settle, fail) => {
      waiting.push({ ballot, settle, fail });
      if (!counting) void countAll();
    });
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  };
}
