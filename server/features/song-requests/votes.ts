import type { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import type { Context } from '../../context.ts';
import { decideSpends, spendReads } from '../credits/credits.ts';
import { lockRequests } from './queries.ts';
import { decideVotes, type NewVote, toSpends, voteKey } from './vote-decision.ts';
import { selectBackers, writeVotes } from './vote-queries.ts';

/**
 * Records votes in one transaction with two round trips: one reads, one writes. Each vote is accepted or refused by
 * itself, in order. Locks requests in the order of their ids, then balances, then the board's counts, as everywhere.
 * @returns for each vote the response, or Problem `not_found`, `request_closed` or `not_enough_credits`.
 * @throws Problem `conflict` if an id was used for another vote; then none is recorded.
 */
export function recordVotes(c: Context, votes: readonly NewVote[]): Promise<(Voted | Problem)[]> {
  const now = c.clock();
  return c.db.transaction().execute(async (tx) => {
    const spendKeys = votes.map((one) => ({ user_id: one.user_id, key: voteKey(one) }));
    const [requests, balances, causes, backers] = await c.engine.pipeline(tx, [
      lockRequests(tx, c.engine, [...new Set(votes.map((one) => one.request_id))]),
      ...spendReads(tx, c.engine, spendKeys),
      // Nobody else can change these while the requests are locked.
      selectBackers(c.engine, votes),
    ]);
    const spends = toSpends(votes, requests, causes, now);
    const charges = await decideSpends(tx, c.engine, [...spends.values()], [balances, causes]);
    const outcomes = new Map([...spends.keys()].map((one, i) => [one, charges.outcomes[i]!]));
    const { responses, changes } = decideVotes(votes, requests, backers, outcomes, now);
    await c.engine.pipeline(tx, [...charges.writes, ...writeVotes(c.engine, changes, now)], 'commit');
    return responses;
  });
}
