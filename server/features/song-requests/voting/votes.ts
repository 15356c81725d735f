import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { Voted } from 'contract/features/song-requests.ts';
import { acceptsVotes, VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import { keyedMutex } from '../../../platform/concurrency.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import { idOfKey } from '../../../platform/http/requests/idempotency-key.ts';
import { spend } from '../../credits/credits.ts';
import { lockRequests, type RequestRow, statusOf, toResponse } from '../queries.ts';
import { selectOwnVotes, type VoteChanges, writeVote } from './vote-queries.ts';

/** Timeouts of a vote for its turn, and for a locked row, ms. */
const TURN_MS = 10_000;
const LOCKED_MS = 3000;
/** Votes that wait for one request; more are refused, so that a flood cannot exhaust the memory. */
const MAX_WAITING = 2000;
/** Pause before a locked row is tried again, ms. */
const PAUSE_MS = 20;

interface NewVote {
  /** Repeats of one call have the same id. */
  id: string;
  user_id: string;
  request_id: string;
}

/**
 * Casts one vote: takes the credits and adds the vote, both or neither.
 * @param key the caller's idempotency key; a repeat charges nothing and returns the current request and balance.
 * @throws Problem `plan_refuses`; `not_found`; `request_closed` if it is released or declined;
 *   `not_enough_credits` with what is `needed`; `conflict` if the key was used for another request; `unavailable` if
 *   its request or its user's balance stays locked.
 */
export type CastVote = (
  user: Pick<CurrentUser, 'id' | 'plan_tier'>,
  request_id: string,
  key?: string,
) => Promise<Voted>;

/** Votes of one server. On each request one votes at a time, so that a crowd waits here and not on connections. */
export function voting(c: Context, waiting = MAX_WAITING): CastVote {
  const inTurn = keyedMutex({ waiting, maxWaitMs: TURN_MS });
  let lockedAt = Number.NEGATIVE_INFINITY;

  async function recordNext(vote: NewVote, since: number): Promise<Voted> {
    // It has waited as long as the one that gave up on a locked database.
    if (since < lockedAt) throw new Problem('unavailable', undefined, { retry_after: 2 });
    try {
      return await recordVote(c, vote);
    } catch (error) {
      if (c.engine.conflicts.isConflict(error)) lockedAt = performance.now();
      throw error;
    }
  }

  return async (user, request_id, key) => {
    const since = performance.now();
    if (!can(user, 'vote')) throw new Problem('plan_refuses', upgradeHint('upvotes', user.plan_tier));
    const id = key === undefined ? randomUUID() : idOfKey('vote', user.id, key);
    // Between two attempts others have their turn.
    return untilUnlocked(c, () =>
      inTurn(request_id, () => recordNext({ id, user_id: user.id, request_id }, since)),
    );
  };
}

/** Tries again while a row is locked; a row that another transaction has never holds a connection. */
async function untilUnlocked<T>(c: Context, attempt: () => Promise<T>): Promise<T> {
  for (let deadline: number | undefined; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (!c.engine.isLocked(error)) throw error;
      deadline ??= performance.now() + LOCKED_MS;
      if (performance.now() > deadline) throw new Problem('unavailable', undefined, { retry_after: 2 });
      await sleep(PAUSE_MS);
    }
  }
}

/** Locks the request, then the balance, as everywhere. */
function recordVote(c: Context, vote: NewVote): Promise<Voted> {
  const { id, user_id, request_id } = vote;
  const now = c.clock();
  return c.db.transaction().execute(async (tx) => {
    const [row] = await lockRequests(tx, c.engine, [request_id], 'fail');
    if (!row || row.in_review === 1) throw new Problem('not_found');
    const own = await selectOwnVotes(tx, vote);
    if (!acceptsVotes(row.status) && !own.isRecorded) throw new Problem('request_closed');
    const paid = {
      user_id,
      kind: 'vote',
      amount: VOTE_COST,
      key: `vote:${id}`,
      reference: request_id,
    } as const;
    const { record, repeated } = await spend(tx, c.engine, { ...paid, subject: row.title, now }, 'fail');
    if (repeated)
      return { request: toResponse({ ...row, own_votes: own.votes }), credits: record, lamp: null };
    const { after, changes } = decideVote(row, own.votes, now);
    await writeVote(tx, c.engine, vote, changes, now);
    return { request: toResponse(after), credits: record, lamp: changes.lamp };
  });
}

/**
 * Decides what a paid vote changes.
 * @param own votes that its voter gave before.
 */
export function decideVote(
  row: RequestRow,
  own: number,
  now: number,
): { after: RequestRow & { own_votes: number }; changes: VoteChanges } {
  const votes = row.votes + 1;
  const after: RequestRow & { own_votes: number } = {
    ...row,
    votes,
    backers: row.backers + (own === 0 ? 1 : 0),
    status: statusOf({ votes }),
    queued_at: votes >= VOTE_GOAL ? (row.queued_at ?? now) : null,
    revision: row.revision + 1,
    own_votes: own + 1,
  };
  return {
    after,
    // Votes beyond the goal light no lamp.
    changes: {
      votes,
      isNewBacker: own === 0,
      lamp: votes <= VOTE_GOAL ? votes : null,
      queued_at: after.queued_at,
    },
  };
}
