import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import type { Context } from '../../context.ts';
import type { WhenLocked } from '../../platform/db/engine.ts';
import type { NewVote } from './vote-decision.ts';
import { recordVotes } from './votes.ts';

/** A vote whose caller waits for the outcome. */
export interface PendingVote {
  vote: NewVote;
  /** When it arrived, ms of `performance.now()`. */
  since: number;
  resolve: (outcome: Voted | Problem) => void;
  reject: (error: unknown) => void;
}

/** A vote to try again. */
export interface Unrecorded {
  pending: PendingVote;
  lockedId: string;
  /** Why; undefined if it was skipped. */
  error?: unknown;
}

/**
 * Records votes and answers their callers.
 * @returns the votes to try again: those that met a locked row or a temporary failure.
 */
export async function recordPending(
  c: Context,
  batch: readonly PendingVote[],
  whenLocked: WhenLocked,
): Promise<Unrecorded[]> {
  if (batch.length === 0) return [];
  const votes = batch.map(({ vote }) => vote);
  try {
    const outcomes = await recordVotes(c, votes, whenLocked);
    return batch.flatMap((pending, i) => {
      const outcome = outcomes[i]!;
      if ('lockedId' in outcome) return [{ pending, lockedId: outcome.lockedId }];
      pending.resolve(outcome);
      return [];
    });
  } catch (error) {
    // A vote that was committed before the error is recognized by its id when it is tried again.
    if (isTemporary(c, error))
      return batch.map((pending) => ({ pending, lockedId: pending.vote.request_id, error }));
    // One bad vote must not fail the others.
    if (batch.length > 1) {
      const each: Unrecorded[] = [];
      for (const pending of batch) each.push(...(await recordPending(c, [pending], whenLocked)));
      return each;
    }
    batch[0]!.reject(error);
    return [];
  }
}

const isTemporary = (c: Context, error: unknown) =>
  c.engine.isTemporary(error) || (error instanceof Problem && error.code === 'unavailable');
