import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import type { Voted } from 'contract/song-requests.ts';
import { acceptsVotes, VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../platform/context.ts';
import type { WhenLocked } from '../../platform/db/engine.ts';
import type { CurrentUser } from '../../platform/http/caller.ts';
import { idOfKey } from '../../platform/http/idempotency-key.ts';
import { type Accepted, decideSpends, type Refused, type Spend, spendReads } from '../credits/credits.ts';
import { eventsBetween } from './events.ts';
import { lockRequests, type RequestRow, statusOf, toResponse } from './queries.ts';
import { type Backer, pairOf, selectBackers, type VoteChanges, writeVotes } from './vote-queries.ts';

export interface NewVote {
  /** Repeats of one call have the same id. */
  id: string;
  user_id: string;
  request_id: string;
}

/**
 * Records a vote.
 * @throws Problem as `recordVotes` returns them; `unavailable` if too many votes wait; a temporary error of the
 *   database if its request or its user's balance stays locked.
 */
export type VoteQueue = (vote: NewVote) => Promise<Voted>;

/**
 * Casts one vote: takes the credits and adds the vote, both or neither.
 * @param key the caller's idempotency key; a repeat charges nothing and returns the current request and balance.
 * @throws Problem `plan_refuses`; `not_found`; `request_closed` if it is released or declined;
 *   `not_enough_credits` with what is `needed`; `conflict` if the key was used for another request.
 */
export async function vote(
  queue: VoteQueue,
  user: Pick<CurrentUser, 'id' | 'plan_tier'>,
  request_id: string,
  key?: string,
): Promise<Voted> {
  if (!can(user, 'vote')) throw new Problem('plan_refuses', upgradeHint('upvotes', user.plan_tier));
  const id = key === undefined ? randomUUID() : idOfKey('vote', user.id, key);
  return queue({ id, user_id: user.id, request_id });
}

/**
 * Records votes in one transaction with two round trips: one reads, one writes. Each vote is accepted or refused by
 * itself, in order. Locks requests in the order of their ids, then balances, then the board's counts, as everywhere.
 * @param whenLocked 'skip' does not wait for locked requests and balances.
 * @returns for each vote the response, or Problem `not_found`, `request_closed` or `not_enough_credits`; only with
 *   'skip' what kept it from being recorded: the id of a request or user that is locked or does not exist.
 * @throws Problem `conflict` if an id was used for another vote; then none is recorded.
 */
export function recordVotes(
  c: Context,
  votes: readonly NewVote[],
  whenLocked: WhenLocked,
): Promise<(Voted | Problem | { lockedId: string })[]> {
  const now = c.clock();
  return c.db.transaction().execute(async (tx) => {
    const spendKeys = votes.map((one) => ({ user_id: one.user_id, key: voteKey(one) }));
    const [requests, balances, causes, backers] = await c.engine.pipeline(tx, [
      lockRequests(tx, c.engine, [...new Set(votes.map((one) => one.request_id))], whenLocked),
      ...spendReads(tx, c.engine, spendKeys, whenLocked),
      // Nobody else can change these while the requests are locked.
      selectBackers(c.engine, votes),
    ]);
    const locked = new Set([...requests.map(({ id }) => id), ...balances.map(({ user_id }) => user_id)]);
    const missing = (one: NewVote) =>
      whenLocked === 'skip' ? [one.request_id, one.user_id].find((id) => !locked.has(id)) : undefined;
    const decided = votes.filter((one) => missing(one) === undefined);
    const spends = toSpends(decided, requests, causes, now);
    const charges = await decideSpends(tx, c.engine, [...spends.values()], [balances, causes]);
    const outcomes = new Map([...spends.keys()].map((one, i) => [one, charges.outcomes[i]!]));
    const { responses, changes } = decideVotes(decided, requests, backers, outcomes, now);
    await c.engine.pipeline(tx, [...charges.writes, ...writeVotes(c.engine, changes, now)], 'commit');
    return votes.map((one) => responses.get(one) ?? { lockedId: missing(one)! });
  });
}

/** The key of a vote's entry in the ledger, which exists if and only if the vote was recorded. */
const voteKey = ({ id }: Pick<NewVote, 'id'>) => `vote:${id}`;

/** The spends of the votes that may be recorded: on requests that accept votes, and repeats of recorded votes. */
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
  before: readonly RequestRow[],
  backers: readonly Backer[],
  outcomes: ReadonlyMap<NewVote, Accepted | Refused>,
  now: number,
): { responses: Map<NewVote, Voted | Problem>; changes: VoteChanges } {
  const requests = new Map(before.map((row) => [row.id, { ...row }]));
  const ownVotes = new Map(backers.map((backer) => [pairOf(backer), backer.votes]));
  const lamps = new Map<NewVote, number>();
  const added = new Map<string, Backer>();
  for (const vote of votes) {
    const outcome = outcomes.get(vote);
    if (!outcome || 'needed' in outcome || outcome.repeated) continue;
    const { user_id, request_id } = vote;
    const request = requests.get(request_id)!;
    const pair = pairOf(vote);
    const own = ownVotes.get(pair) ?? 0;
    if (own === 0) request.backers++;
    lamps.set(vote, ++request.votes);
    ownVotes.set(pair, own + 1);
    added.set(pair, { request_id, user_id, votes: (added.get(pair)?.votes ?? 0) + 1 });
  }
  const grown = before.filter((row) => requests.get(row.id)!.votes > row.votes);
  for (const { id } of grown) {
    const row = requests.get(id)!;
    const queued_at = row.votes >= VOTE_GOAL ? (row.queued_at ?? now) : null;
    Object.assign(row, { status: statusOf(row), queued_at, revision: row.revision + 1 });
  }
  const events = grown.flatMap((row) => eventsBetween(row, requests.get(row.id)!.votes));
  const queued = grown.filter(({ id }) =>
    events.some((one) => one.request_id === id && one.kind === 'queued'),
  );
  const changes = {
    // Votes beyond the goal light no lamp.
    votes: [...lamps].map(([vote, lamp]) => ({ ...vote, lamp: lamp <= VOTE_GOAL ? lamp : null })),
    backers: [...added.values()],
    requests: grown.map((row) => {
      const after = requests.get(row.id)!;
      return { id: row.id, votes: after.votes - row.votes, backers: after.backers - row.backers };
    }),
    queued: queued.map(({ id, title, artist }) => ({ id, title, artist })),
    events,
    counts: { requests: 0, votes: lamps.size, queued: queued.length },
  };
  const respond = (vote: NewVote): Voted | Problem => {
    const row = requests.get(vote.request_id);
    if (!row || row.in_review === 1) return new Problem('not_found');
    const outcome = outcomes.get(vote);
    if (!outcome) return new Problem('request_closed');
    if ('needed' in outcome) return new Problem('not_enough_credits', undefined, { needed: outcome.needed });
    const request = toResponse({ ...row, own_votes: ownVotes.get(pairOf(vote)) ?? 0 });
    return { request, credits: outcome.record, lamp: lamps.get(vote) ?? null };
  };
  return { responses: new Map(votes.map((vote) => [vote, respond(vote)])), changes };
}
