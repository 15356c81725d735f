import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { expect, it } from 'vitest';
import type { RequestRow } from '../queries.ts';
import { decideVote } from './votes.ts';

const request = (id: string, more: Partial<RequestRow> = {}) =>
  ({
    id,
    title: `Song ${id}`,
    status: 'open',
    votes: 0,
    backers: 0,
    released: 0,
    revision: 1,
    ...more,
  }) as RequestRow;

it('adds a vote to the counts, and a backer with the first one', () => {
  expect(decideVote(request('a', { votes: 5, backers: 1 }), 0, 7)).toMatchObject({
    after: { votes: 6, backers: 2, own_votes: 1, status: 'open', queued_at: null, revision: 2 },
    changes: { votes: 6, isNewBacker: true, lamp: 6, queued_at: null },
  });
  expect(decideVote(request('a', { votes: 5, backers: 1 }), 3, 7)).toMatchObject({
    after: { votes: 6, backers: 1, own_votes: 4 },
    changes: { isNewBacker: false },
  });
});

it('queues a request that reaches its goal, once', () => {
  expect(decideVote(request('a', { votes: VOTE_GOAL - 1 }), 0, 7)).toMatchObject({
    after: { status: 'queued', queued_at: 7 },
    changes: { lamp: VOTE_GOAL, queued_at: 7 },
  });
  expect(decideVote(request('b', { votes: VOTE_GOAL, status: 'queued', queued_at: 5 }), 0, 7)).toMatchObject({
    after: { status: 'queued', queued_at: 5 },
    // No lamp is left.
    changes: { lamp: null, queued_at: 5 },
  });
});
