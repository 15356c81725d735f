import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Accepted, Refused, Spend } from '../credits/credits.ts';
import { isOnBoard, type RequestRow, statusOf, toResponse } from './queries.ts';
import { type Backer, pairOf, type VoteChanges } from './vote-queries.ts';

export interface NewVote {
  /** Repeats of one call have the same id. */
  id: string;
  user_id: string;
  request_id: string;
}

/** The key of a vote's entry in the ledger, which exists if and only if the vote was recorded. */
export const voteKey = ({ id }: Pick<NewVote, 'id'>) => `vote:${id}`;

/** The spends of the votes that may be recorded: on open requests, and repeats of votes that were recorded before. */
export function toSpends(
  votes: readonly NewVote[],
  requests: readonly RequestRow[],
  causes: readonly { key: string; cause: string | null }[],
  now: number,
): Map<NewVote, Spend> {
  const requestOf = new Map(requests.map((row) => [row.id, row]));
  const recorded = new Set(causes.flatMap(({ key, cause }) => (cause === null ? [] : [key])));
  const spends = new Map<NewVote, Spend>();
  for (const vote of votes) {
    const { user_id, request_id: reference } = vote;
    const request = requestOf.get(reference);
    const key = voteKey(vote);
    if (!request || !(isOnBoard(request) || recorded.has(key))) continue;
    const subject = request.title;
    spends.set(vote, { user_id, kind: 'vote', amount: VOTE_COST, key, reference, subject, now });
  }
  return spends;
}

/**
 * Decides votes from what they were charged: what each caller gets, and what changes in the tables.
 * @param outcomes of the votes that may be recorded.
 */
export function decideVotes(
  votes: readonly NewVote[],
  requests: readonly RequestRow[],
  backers: readonly Backer[],
  outcomes: ReadonlyMap<NewVote, Accepted | Refused>,
): { responses: (Voted | Problem)[]; changes: VoteChanges } {
  const accepted = votes.filter((vote) => {
    const outcome = outcomes.get(vote);
    return outcome && 'repeated' in outcome && !outcome.repeated;
  });
  const changes = countVotes(accepted, requests, backers);
  const requestOf = new Map(requests.map((row) => [row.id, row]));
  for (const growth of changes.requests)
    requestOf.set(growth.id, withVotes(requestOf.get(growth.id)!, growth));
  const ownVotes = new Map(backers.map((backer) => [pairOf(backer), backer.votes]));
  for (const backer of changes.backers)
    ownVotes.set(pairOf(backer), (ownVotes.get(pairOf(backer)) ?? 0) + backer.votes);
  const responses = votes.map((vote) => {
    const row = requestOf.get(vote.request_id);
    if (!row) return new Problem('not_found');
    const outcome = outcomes.get(vote);
    if (!outcome) return new Problem('request_closed');
    if ('needed' in outcome) return new Problem('not_enough_credits', undefined, { needed: outcome.needed });
    const request = toResponse({ ...row, own_votes: ownVotes.get(pairOf(vote)) ?? 0 });
    return { request, credits: outcome.record };
  });
  return { responses, changes };
}

type Growth = VoteChanges['requests'][number];

/** Adds up new votes by request and by backer. */
function countVotes(
  votes: readonly NewVote[],
  requests: readonly RequestRow[],
  backers: readonly Backer[],
): VoteChanges {
  const known = new Set(backers.filter((backer) => backer.votes > 0).map(pairOf));
  const added = new Map<string, Backer>();
  const growths = new Map<string, Growth>();
  for (const { request_id, user_id } of votes) {
    const pair = pairOf({ request_id, user_id });
    const growth = growths.get(request_id) ?? { id: request_id, votes: 0, backers: 0 };
    growth.votes++;
    if (!known.has(pair) && !added.has(pair)) growth.backers++;
    growths.set(request_id, growth);
    added.set(pair, { request_id, user_id, votes: (added.get(pair)?.votes ?? 0) + 1 });
  }
  const queued = requests.filter((row) => {
    const after = row.votes + (growths.get(row.id)?.votes ?? 0);
    return row.votes < VOTE_GOAL && after >= VOTE_GOAL;
  }).length;
  return {
    votes,
    backers: [...added.values()],
    requests: [...growths.values()],
    counts: { requests: 0, votes: votes.length, queued },
  };
}

function withVotes(row: RequestRow, growth: Growth): RequestRow {
  const votes = row.votes + growth.votes;
  const backers = row.backers + growth.backers;
  return { ...row, votes, backers, status: statusOf({ votes }), revision: row.revision + 1 };
}
