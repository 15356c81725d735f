import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/voting.ts';
import type { Context } from '../context.ts';
import { spendAll } from '../credits/credits.ts';
import { holdRequests, type RequestRow, standingOf, told } from './queries.ts';
import { growthOf, pairOf, selectBackers, selectVoteIds, writeVotes } from './vote-queries.ts';

/** One vote that somebody means to give. */
export interface Ballot {
  /** The vote's own id: the same for a repeat of the same call. */
  id: string;
  user_id: string;
  request_id: string;
  /** Whether the caller can repeat it: only then the vote may have been counted before. */
  repeatable: boolean;
}

/**
 * Charges and counts votes of any people for any requests in one transaction, a constant number of statements:
 * each is accepted or refused by itself, in the given order, and each has its own row and its own entry in the
 * ledger. Requests are held first, in the order of their ids, then balances, then the board's counts, as
 * everywhere else.
 * @returns for each, in the same order, the answer, or Problem `not_found`, `request_closed` or
 *   `not_enough_credits`.
 * @throws Problem `conflict` when the id of one was used for another vote; none of them counts then.
 */
export function castAll(c: Context, ballots: readonly Ballot[]): Promise<(Voted | Problem)[]> {
  const now = c.clock();
  return c.db.transaction().execute(async (tx) => {
    const requests = new Map<string, RequestRow>();
    const wanted = [...new Set(ballots.map((ballot) => ballot.request_id))];
    for (const row of await holdRequests(tx, c.engine, wanted)) requests.set(row.id, row);
    const isOpen = ({ request_id }: Ballot) =>
      ['open', 'queued'].includes(requests.get(request_id)?.standing ?? '');
    // A vote that is repeated after its request was closed was counted all the same.
    const late = ballots.filter(
      (ballot) => ballot.repeatable && requests.has(ballot.request_id) && !isOpen(ballot),
    );
    const counted =
      late.length > 0
        ? await selectVoteIds(
            tx,
            late.map((ballot) => ballot.id),
          )
        : new Set<string>();

    const charged = ballots.filter((ballot) => isOpen(ballot) || counted.has(ballot.id));
    const outcomes = await spendAll(
      tx,
      c.engine,
      charged.map(({ id, user_id, request_id }) => ({
        user_id,
        kind: 'vote',
        amount: VOTE_COST,
        key: `vote:${id}`,
        reference: request_id,
        subject: requests.get(request_id)!.title,
        now,
      })),
    );
    const outcomeOf = new Map(charged.map((ballot, i) => [ballot, outcomes[i]!]));
    const accepted = charged.filter((_, i) => 'repeated' in outcomes[i]! && !outcomes[i].repeated);
    const repeats = charged.filter((_, i) => 'repeated' in outcomes[i]! && outcomes[i].repeated);

    const own = new Map<string, number>();
    if (repeats.length > 0)
      for (const row of await selectBackers(tx, repeats)) own.set(pairOf(row), row.votes);
    if (accepted.length > 0) {
      const added = new Map<string, { request_id: string; user_id: string; votes: number }>();
      for (const { request_id, user_id } of accepted) {
        const backer = added.get(pairOf({ request_id, user_id })) ?? { request_id, user_id, votes: 0 };
        backer.votes++;
        added.set(pairOf(backer), backer);
      }
      const backers = [...added.values()];
      const grown = Map.groupBy(accepted, (ballot) => ballot.request_id);
      const queued = [...grown].filter(([id, votes]) => {
        const before = requests.get(id)!.votes;
        return before < VOTE_GOAL && before + votes.length >= VOTE_GOAL;
      }).length;
      const counts = { requests: 0, votes: accepted.length, queued };
      const byNow = await writeVotes(tx, c.engine, { votes: accepted, backers, counts, now });
      for (const row of byNow) own.set(pairOf(row), row.votes);
      for (const { id, votes, backers: more } of growthOf(backers, byNow)) {
        const row = requests.get(id)!;
        row.votes += votes;
        row.backers += more;
        row.standing = standingOf(row);
      }
    }

    return ballots.map((ballot) => {
      const row = requests.get(ballot.request_id);
      if (!row) return new Problem('not_found');
      const outcome = outcomeOf.get(ballot);
      if (!outcome) return new Problem('request_closed');
      if ('needed' in outcome)
        return new Problem('not_enough_credits', undefined, { needed: outcome.needed });
      const request = told({ ...row, own_votes: own.get(pairOf(ballot)) ?? 0 });
      return { request, credits: outcome.record };
    });
  });
}
