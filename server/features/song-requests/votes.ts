import type { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import type { Context } from '../../context.ts';
import type { WhenLocked } from '../../platform/db/engine.ts';
import { decideSpends, spendReads } from '../credits/credits.ts';
import { lockRequests, type RequestRow } from './queries.ts';
import { decideVotes, type NewVote, toSpends, voteKey } from './vote-decision.ts';
import { selectBackers, writeVotes } from './vote-queries.ts';

/** A vote that was not recorded, because its request or its user's balance is locked, or does not exist. */
export interface Skipped {
  /** The id of the request or of the user. */
  lockedId: string;
}

/**
 * Records votes in one transaction with two round trips: one reads, one writes. Each vote is accepted or refused by
 * itself, in order. Locks requests in the order of their ids, then balances, then the board's counts, as everywhere.
 * @param whenLocked 'skip' does not wait for locked requests and balances.
 * @returns for each vote the response, or Problem `not_found`, `request_closed` or `not_enough_credits`; `Skipped`
 *   only with 'skip'.
 * @throws Problem `conflict` if an id was used for another vote; then none is recorded.
 */
export function recordVotes(
  c: Context,
  votes: readonly NewVote[],
  whenLocked: WhenLocked,
): Promise<(Voted | Problem | Skipped)[]> {
  const now = c.clock();
  return c.db.transaction().execute(async (tx) => {
    const spendKeys = votes.map((one) => ({ user_id: one.user_id, key: voteKey(one) }));
    const [requests, balances, causes, backers] = await c.engine.pipeline(tx, [
      lockRequests(tx, c.engine, [...new Set(votes.map((one) => one.request_id))], whenLocked),
      ...spendReads(tx, c.engine, spendKeys, whenLocked),
      // Nobody else can change these while the requests are locked.
      selectBackers(c.engine, votes),
    ]);
    const skipped =
      whenLocked === 'skip' ? findSkipped(votes, requests, balances) : new Map<NewVote, Skipped>();
    const decided = votes.filter((one) => !skipped.has(one));
    const spends = toSpends(decided, requests, causes, now);
    const charges = await decideSpends(tx, c.engine, [...spends.values()], [balances, causes]);
    const outcomes = new Map([...spends.keys()].map((one, i) => [one, charges.outcomes[i]!]));
    const { responses, changes } = decideVotes(decided, requests, backers, outcomes, now);
    await c.engine.pipeline(tx, [...charges.writes, ...writeVotes(c.engine, changes, now)], 'commit');
    const responseTo = new Map(decided.map((one, i) => [one, responses[i]!]));
    return votes.map((one) => responseTo.get(one) ?? skipped.get(one)!);
  });
}

/** The votes whose request or whose user's balance is not among the locked rows. */
function findSkipped(
  votes: readonly NewVote[],
  requests: readonly RequestRow[],
  balances: readonly { user_id: string }[],
): Map<NewVote, Skipped> {
  const locked = new Set([...requests.map(({ id }) => id), ...balances.map(({ user_id }) => user_id)]);
  const skipped = new Map<NewVote, Skipped>();
  for (const vote of votes) {
    const lockedId = [vote.request_id, vote.user_id].find((id) => !locked.has(id));
    if (lockedId !== undefined) skipped.set(vote, { lockedId });
  }
  return skipped;
}
