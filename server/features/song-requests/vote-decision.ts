import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/song-requests.ts';
import { acceptsVotes, VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Accepted, Refused, Spend } from '../credits/credits.ts';
import { type RequestRow, statusOf, toResponse } from './queries.ts';
import { type Backer, pairOf, type VoteChanges } from './vote-queries.ts';

/** Every fifth lamp is a line of the timeline. */
const LAMPS_PER_EVENT = 5;

export interface NewVote {
  /** Repeats of one call have the same id. */
  id: string;
  user_id: string;
  request_id: string;
}

/** The key of a vote's entry in the ledger, which exists if and only if the vote was recorded. */
export const voteKey = ({ id }: Pick<NewVote, 'id'>) => `vote:${id}`;

/** The spends of the votes that may be recorded: on requests that accept votes, and repeats of votes that were recorded before. */
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
    if (!request || !(acceptsVotes(request.status) || recorded.has(key))) continue;
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
  now: number,
): { responses: (Voted | Problem)[]; changes: VoteChanges } {
  const accepted = votes.filter((vote) => {
    const outcome = outcomes.get(vote);
    return outcome && 'repeated' in outcome && !outcome.repeated;
  });
  const lamps = numberLamps(accepted, requests);
  const changes = countVotes(accepted, requests, backers, lamps);
  const requestOf = new Map(requests.map((row) => [row.id, row]));
  for (const growth of changes.requests)
    requestOf.set(growth.id, withVotes(requestOf.get(growth.id)!, growth, now));
  const ownVotes = new Map(backers.map((backer) => [pairOf(backer), backer.votes]));
  for (const backer of changes.backers)
    ownVotes.set(pairOf(backer), (ownVotes.get(pairOf(backer)) ?? 0) + backer.votes);
  const responses = votes.map((vote) => {
    const row = requestOf.get(vote.request_id);
    if (!row || row.in_review === 1) return new Problem('not_found');
    const outcome = outcomes.get(vote);
    if (!outcome) return new Problem('request_closed');
    if ('needed' in outcome) return new Problem('not_enough_credits', undefined, { needed: outcome.needed });
    const request = toResponse({ ...row, own_votes: ownVotes.get(pairOf(vote)) ?? 0 });
    return { request, credits: outcome.record, lamp: lamps.get(vote) ?? null };
  });
  return { responses, changes };
}

/** The number of each new vote among the votes of its request, from 1. */
function numberLamps(votes: readonly NewVote[], requests: readonly RequestRow[]): Map<NewVote, number> {
  const counts = new Map(requests.map((row) => [row.id, row.votes]));
  return new Map(
    votes.map((vote) => {
      const lamp = counts.get(vote.request_id)! + 1;
      counts.set(vote.request_id, lamp);
      return [vote, lamp];
    }),
  );
}

/** Votes beyond the goal light no lamp. */
const lampOf = (number: number) => (number <= VOTE_GOAL ? number : null);

type Growth = VoteChanges['requests'][number];

/** Adds up new votes by request and by backer. */
function countVotes(
  votes: readonly NewVote[],
  requests: readonly RequestRow[],
  backers: readonly Backer[],
  lamps: ReadonlyMap<NewVote, number>,
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
  const after = (row: RequestRow) => row.votes + (growths.get(row.id)?.votes ?? 0);
  const queued = requests.filter((row) => row.votes < VOTE_GOAL && after(row) >= VOTE_GOAL);
  return {
    votes: votes.map((vote) => ({ ...vote, lamp: lampOf(lamps.get(vote)!) })),
    backers: [...added.values()],
    requests: [...growths.values()],
    queued: queued.map(({ id, title, artist }) => ({ id, title, artist })),
    events: requests.flatMap((row) => [
      ...lampsBetween(row.votes, after(row)).map((count) => ({
        request_id: row.id,
        kind: 'lamps' as const,
        count,
      })),
      ...(queued.includes(row) ? [{ request_id: row.id, kind: 'queued' as const }] : []),
    ]),
    counts: { requests: 0, votes: votes.length, queued: queued.length },
  };
}

/** The multiples of five that the votes passed, up to the goal. */
export function lampsBetween(before: number, after: number): number[] {
  const passed: number[] = [];
  const first = Math.floor(before / LAMPS_PER_EVENT) + 1;
  for (let n = first; n * LAMPS_PER_EVENT <= Math.min(after, VOTE_GOAL); n++)
    passed.push(n * LAMPS_PER_EVENT);
  return passed;
}

function withVotes(row: RequestRow, growth: Growth, now: number): RequestRow {
  const votes = row.votes + growth.votes;
  const backers = row.backers + growth.backers;
  const queued_at = votes >= VOTE_GOAL ? (row.queued_at ?? now) : null;
  return { ...row, votes, backers, queued_at, status: statusOf({ votes }), revision: row.revision + 1 };
}
