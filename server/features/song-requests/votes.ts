import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../context.ts';
import { decideSpends, type Spend, spendReads } from '../credits/credits.ts';
import { holdRequests, type RequestRow, statusOf, told } from './queries.ts';
import { type Backer, type NewVotes, pairOf, selectBackers, voteWrites } from './vote-queries.ts';

/** One vote that somebody means to give. */
export interface Ballot {
  /** The vote's own id: the same for a repeat of the same call. */
  id: string;
  user_id: string;
  request_id: string;
}

/**
 * Charges and counts votes of any people for any requests in one transaction of two round trips, one to see and one
 * to write. Each vote is accepted or refused by itself, in the given order, and has its own row and its own entry in
 * the ledger. Requests are held first, in the order of their ids, then balances, then the board's counts, as
 * everywhere else.
 * @returns for each, in the same order, the answer, or Problem `not_found`, `request_closed` or
 *   `not_enough_credits`.
 * @throws Problem `conflict` when the id of one was used for another vote; none of them counts then.
 */
export function castAll(c: Context, ballots: readonly Ballot[]): Promise<(Voted | Problem)[]> {
  const now = c.clock();
  return c.db.transaction().execute(async (tx) => {
    const [rows, balances, causes, backing] = await c.engine.pipeline(tx, [
      holdRequests(tx, c.engine, [...new Set(ballots.map((ballot) => ballot.request_id))]),
      ...spendReads(
        tx,
        c.engine,
        ballots.map((ballot) => ({ user_id: ballot.user_id, key: keyOf(ballot) })),
      ),
      // Of held requests: nobody else can change it meanwhile.
      selectBackers(c.engine, ballots),
    ]);
    const requests = new Map(rows.map((row) => [row.id, row]));
    const used = new Set(causes.filter(({ cause }) => cause !== null).map(({ key }) => key));
    // A vote that is repeated after its request was closed was counted all the same.
    const charged = ballots.filter((ballot) => {
      const status = requests.get(ballot.request_id)?.status;
      return status === 'open' || status === 'queued' || (status && used.has(keyOf(ballot)));
    });
    const spends = charged.map((ballot): Spend => {
      const { user_id, request_id } = ballot;
      const { title } = requests.get(request_id)!;
      return {
        user_id,
        kind: 'vote',
        amount: VOTE_COST,
        key: keyOf(ballot),
        reference: request_id,
        subject: title,
        now,
      };
    });
    const { outcomes, writes } = await decideSpends(tx, c.engine, spends, [balances, causes]);
    const outcomeOf = new Map(charged.map((ballot, i) => [ballot, outcomes[i]!]));
    const accepted = charged.filter((_, i) => 'repeated' in outcomes[i]! && !outcomes[i].repeated);

    const own = new Map(backing.map((backer) => [pairOf(backer), backer.votes]));
    if (accepted.length > 0)
      writes.push(...voteWrites(c.engine, { votes: accepted, ...count(accepted, requests, own), now }));
    await c.engine.pipeline(tx, writes, 'commit');

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

/** Counts votes to requests and to how often people voted for them. @returns what is to be added where. */
function count(
  votes: readonly Ballot[],
  requests: Map<string, RequestRow>,
  own: Map<string, number>,
): Pick<NewVotes, 'backers' | 'growth' | 'counts'> {
  const given = new Map<string, Backer>();
  const growth = new Map<string, { id: string; votes: number; backers: number }>();
  for (const { request_id, user_id } of votes) {
    const pair = pairOf({ request_id, user_id });
    const before = own.get(pair) ?? 0;
    own.set(pair, before + 1);
    given.set(pair, { request_id, user_id, votes: (given.get(pair)?.votes ?? 0) + 1 });
    const grown = growth.get(request_id) ?? { id: request_id, votes: 0, backers: 0 };
    grown.votes++;
    if (before === 0) grown.backers++;
    growth.set(request_id, grown);
  }
  let queued = 0;
  for (const grown of growth.values()) {
    const row = requests.get(grown.id)!;
    if (row.votes < VOTE_GOAL && row.votes + grown.votes >= VOTE_GOAL) queued++;
    row.votes += grown.votes;
    row.backers += grown.backers;
    row.revision++;
    row.status = statusOf(row);
  }
  const counts = { requests: 0, votes: votes.length, queued };
  return { backers: [...given.values()], growth: [...growth.values()], counts };
}

/** Of its entry in the ledger, which is there if the vote was counted. */
const keyOf = ({ id }: Ballot) => `vote:${id}`;
