import type { Board, BoardEvent, SongRequest } from 'contract/song-requests.ts';
import { describe, expect, it } from 'vitest';
import { afterEvent, afterFetch, afterVote, byVotes, changesPage, withVote } from './board-page.ts';

const request = (id: string, votes: number, more: Partial<SongRequest> = {}): SongRequest => ({
  id,
  requests_id: id,
  title: id,
  artist: 'Somebody',
  genre: 'pop',
  description: '',
  votes,
  released: false,
  release_date: null,
  created_at: 0,
  status: votes >= 30 ? 'queued' : 'open',
  requested_by: null,
  backers: Math.min(votes, 1),
  own_votes: 0,
  track_id: null,
  decline_reason: null,
  revision: 1,
  ...more,
});
const page = (requests: SongRequest[], more: Partial<Board> = {}): Board => ({
  requests,
  page: 1,
  pages: 1,
  counts: { requests: requests.length, votes: 100, queued: 0 },
  ...more,
});
const event = (told: SongRequest, counts: Partial<Board['counts']> = {}): BoardEvent => ({
  request: told,
  counts: { requests: 12, votes: 101, queued: 0, ...counts },
});

it('most votes stand first, then the oldest', () => {
  const rows = [request('c', 3), request('b', 5, { created_at: 2 }), request('a', 5, { created_at: 1 })];
  expect(rows.toSorted(byVotes).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

describe('a vote under way', () => {
  it('adds one, and its voter to the backers the first time', () => {
    const before = request('a', 29, { backers: 7 });
    expect(withVote(before, before)).toMatchObject({
      votes: 30,
      own_votes: 1,
      backers: 8,
      status: 'queued',
    });
    const again = request('a', 5, { backers: 2, own_votes: 3 });
    expect(withVote(again, again)).toMatchObject({ votes: 6, own_votes: 4, backers: 2, status: 'open' });
  });

  it('is not shown twice when an event has told of it already', () => {
    const before = request('a', 5);
    expect(withVote(request('a', 6), before).votes).toBe(6);
    expect(withVote(request('a', 9), before).votes).toBe(9);
  });
});

describe('the answer to a vote', () => {
  it('changes the card and the counts', () => {
    const after = afterVote(page([request('a', 29), request('b', 2)]), request('a', 30, { own_votes: 1 }));
    expect(after.requests.map(({ votes, own_votes }) => [votes, own_votes])).toEqual([
      [30, 1],
      [2, 0],
    ]);
    expect(after.counts).toMatchObject({ votes: 101, queued: 1 });
  });

  it('is not counted twice after the event that told of it', () => {
    const told = afterEvent(page([request('a', 29)]), event(request('a', 30), { votes: 101, queued: 1 }));
    const after = afterVote(told, request('a', 30, { own_votes: 1 }));
    expect(after.counts).toMatchObject({ votes: 101, queued: 1 });
    expect(after.requests[0]).toMatchObject({ votes: 30, own_votes: 1 });
  });

  it('that comes late does not take back what others voted meanwhile', () => {
    const after = afterVote(
      page([request('a', 34, { backers: 4 })]),
      request('a', 31, { own_votes: 2, backers: 3 }),
    );
    expect(after.requests[0]).toMatchObject({ votes: 34, backers: 4, own_votes: 2 });
    expect(after.counts.votes).toBe(100);
  });
});

describe('a page that was fetched', () => {
  it('takes back no vote that was told meanwhile', () => {
    const known = page([request('a', 6, { own_votes: 2, backers: 3 }), request('gone', 1)]);
    const fetched = page([request('a', 5, { own_votes: 1, title: 'Renamed' }), request('b', 4)]);
    const [a, b] = afterFetch(known, fetched).requests;
    expect(a).toMatchObject({ votes: 6, own_votes: 2, backers: 3, title: 'Renamed' });
    expect(b).toBe(fetched.requests[1]);
    expect(afterFetch(known, fetched).requests).toHaveLength(2);
    expect(afterFetch(undefined, fetched)).toEqual(fetched);
  });
});

describe('an event', () => {
  it('changes the card, the counts and how many pages there are; own votes stay', () => {
    const after = afterEvent(
      page([request('a', 3, { own_votes: 2 })]),
      event(request('a', 4, { title: 'Renamed', own_votes: 0 }), { requests: 21 }),
    );
    expect(after.requests[0]).toMatchObject({ title: 'Renamed', votes: 4, own_votes: 2 });
    expect(after).toMatchObject({ pages: 3, counts: { requests: 21, votes: 101 } });
  });

  it('of a request that was released or declined takes it from the page', () => {
    const board = page([request('a', 31), request('b', 2)]);
    const told = event(request('a', 31, { released: true, status: 'released' }));
    expect(changesPage(board, told)).toBe(true);
    expect(afterEvent(board, told).requests.map(({ id }) => id)).toEqual(['b']);
  });

  it.each<[string, Board, SongRequest, boolean]>([
    ['a new one on a page with room', page([request('a', 3)]), request('new', 0, { created_at: 9 }), true],
    ['the first of all', page([]), request('new', 0), true],
    ['one that overtakes the last', full(1, 20, 11), request('other', 12), true],
    ['one that stays below', full(1, 20, 11), request('other', 10), false],
    ['one that stands on an earlier page', full(2, 20, 11), request('other', 25), false],
    ['one that comes up from below', full(2, 20, 11), request('other', 12), true],
    ['one that jumps over this page', full(2, 20, 11), request('other', 21, { created_at: 9 }), true],
    ['one of this page', full(1, 20, 11), request('r15', 16), false],
    ['one that becomes the first of all', full(1, 20, 11), request('r19', 21), false],
    ['the first of a later page that climbs', full(2, 20, 11), request('r20', 21), true],
    ['one that becomes the first of a later page', full(2, 20, 11), request('r19', 21), true],
    ['the only one of a later page', page([request('a', 1)], { page: 2 }), request('a', 2), true],
    ['the only one of all', page([request('a', 1)]), request('a', 2), false],
    ['one that was declined elsewhere', full(1, 20, 11), request('x', 15, { status: 'declined' }), false],
  ])('%s', (_name, board, told, changes) => {
    expect(changesPage(board, event(told))).toBe(changes);
  });
});

function full(number: number, most: number, least: number): Board {
  const requests: SongRequest[] = [];
  for (let votes = most; votes >= least; votes--) requests.push(request(`r${votes}`, votes));
  return page(requests, { page: number, pages: 4 });
}
