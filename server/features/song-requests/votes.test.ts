import { Problem } from 'contract/errors.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { expect, it } from 'vitest';
import type { Accepted } from '../credits/credits.ts';
import type { RequestRow } from './queries.ts';
import { decideVotes, type NewVote, toSpends } from './votes.ts';

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
let votes = 0;
const vote = (user_id: string, request_id: string): NewVote => ({ id: `v${++votes}`, user_id, request_id });
const accepted = { record: { credits: 90 }, repeated: false } as Accepted;

it('charges votes for open requests, and repeats of recorded votes for closed ones', () => {
  const [open, closed, repeat, unknown] = [
    vote('ann', 'a'),
    vote('ann', 'b'),
    vote('ann', 'b'),
    vote('ann', 'c'),
  ];
  const requests = [request('a'), request('b', { status: 'released' })];
  const causes = [{ key: `vote:${repeat.id}`, cause: 'the same' }];
  const spends = toSpends([open, closed, repeat, unknown], requests, causes, 7);
  expect([...spends.keys()]).toEqual([open, repeat]);
  expect(spends.get(open)).toEqual({
    user_id: 'ann',
    kind: 'vote',
    amount: VOTE_COST,
    key: `vote:${open.id}`,
    reference: 'a',
    subject: 'Song a',
    now: 7,
  });
});

it('adds votes up by request and by backer, and answers each voter with the final counts', () => {
  const cast = [vote('ann', 'a'), vote('bob', 'a'), vote('ann', 'a'), vote('ann', 'b')];
  const requests = [request('a', { votes: 5, backers: 1 }), request('b')];
  const backers = [{ request_id: 'a', user_id: 'bob', votes: 5 }];
  const outcomes = new Map(cast.map((one) => [one, accepted]));
  const { responses, changes } = decideVotes(cast, requests, backers, outcomes, 7);
  expect(changes).toEqual({
    votes: cast.map((one, i) => ({ ...one, lamp: [6, 7, 8, 1][i] })),
    backers: [
      { request_id: 'a', user_id: 'ann', votes: 2 },
      { request_id: 'a', user_id: 'bob', votes: 1 },
      { request_id: 'b', user_id: 'ann', votes: 1 },
    ],
    requests: [
      { id: 'a', votes: 3, backers: 1 },
      { id: 'b', votes: 1, backers: 1 },
    ],
    queued: [],
    events: [],
    counts: { requests: 0, votes: 4, queued: 0 },
  });
  expect([...responses.values()]).toMatchObject([
    { request: { id: 'a', votes: 8, backers: 2, own_votes: 2, revision: 2 }, lamp: 6 },
    { request: { id: 'a', votes: 8, backers: 2, own_votes: 6, revision: 2 }, lamp: 7 },
    { request: { id: 'a', votes: 8, backers: 2, own_votes: 2, revision: 2 }, lamp: 8 },
    { request: { id: 'b', votes: 1, backers: 1, own_votes: 1, revision: 2 }, lamp: 1 },
  ]);
});

it('queues a request that reaches its goal', () => {
  const cast = [vote('ann', 'a'), vote('ann', 'b')];
  const requests = [
    request('a', { votes: VOTE_GOAL - 1 }),
    request('b', { votes: VOTE_GOAL, status: 'queued', queued_at: 5 }),
  ];
  const outcomes = new Map(cast.map((one) => [one, accepted]));
  const { responses, changes } = decideVotes(cast, requests, [], outcomes, 7);
  expect(changes.counts).toEqual({ requests: 0, votes: 2, queued: 1 });
  expect(changes.queued).toMatchObject([{ id: 'a' }]);
  expect(changes.events).toEqual([
    { request_id: 'a', kind: 'lamps', count: VOTE_GOAL },
    { request_id: 'a', kind: 'queued' },
  ]);
  expect([...responses.values()]).toMatchObject([
    { request: { status: 'queued', queued_at: 7 } },
    { request: { status: 'queued', queued_at: 5 } },
  ]);
});

it('lights no lamp beyond the goal', () => {
  const cast = [vote('ann', 'a'), vote('ann', 'a')];
  const outcomes = new Map(cast.map((one) => [one, accepted]));
  const { changes } = decideVotes(cast, [request('a', { votes: VOTE_GOAL - 1 })], [], outcomes, 7);
  expect(changes.votes.map(({ lamp }) => lamp)).toEqual([VOTE_GOAL, null]);
});

it('knows no request in review', () => {
  const one = vote('ann', 'a');
  const row = request('a', { in_review: 1, status: 'in_review' });
  const { responses } = decideVotes([one], [row], [], new Map(), 7);
  expect(responses.get(one)).toMatchObject({ code: 'not_found' });
});

it('refuses unknown and closed requests and missing credits, and counts a repeat only once', () => {
  const [unknown, closed, poor, repeat] = [
    vote('ann', 'x'),
    vote('ann', 'b'),
    vote('bob', 'a'),
    vote('ann', 'a'),
  ];
  const requests = [request('a', { votes: 3 }), request('b', { status: 'declined' })];
  const { responses, changes } = decideVotes(
    [unknown, closed, poor, repeat],
    requests,
    [{ request_id: 'a', user_id: 'ann', votes: 3 }],
    new Map([
      [poor, { needed: 4 }],
      [repeat, { ...accepted, repeated: true }],
    ]),
    7,
  );
  expect([...responses.values()].slice(0, 3).map((one) => one instanceof Problem && one.code)).toEqual([
    'not_found',
    'request_closed',
    'not_enough_credits',
  ]);
  expect(responses.get(repeat)).toMatchObject({ request: { votes: 3, own_votes: 3, revision: 1 } });
  expect(changes).toEqual({
    votes: [],
    backers: [],
    requests: [],
    queued: [],
    events: [],
    counts: { requests: 0, votes: 0, queued: 0 },
  });
});
