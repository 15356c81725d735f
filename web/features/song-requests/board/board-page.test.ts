import type { Board, BoardEvent, SongRequest } from 'contract/features/song-requests.ts';
import { describe, expect, it } from 'vitest';
import { applyEvent, applyVote, byVotes, changesPage, keepNewest, withPendingVote } from './board-page.ts';

/** A request whose every change was a vote. */
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
  merged_into: null,
  decline_reason: null,
  queued_at: null,
  progress: null,
  choosing_ends_at: null,
  revision: votes + 1,
  ...more,
});
const page = (requests: SongRequest[], more: Partial<Board> = {}): Board => ({
  requests,
  page: 1,
  pages: 1,
  counts: { requests: requests.length, votes: 100, queued: 0 },
  ...more,
});
const withoutOwnVotes = ({ own_votes: _, ...rest }: SongRequest) => rest;
const event = (request: SongRequest, counts: Partial<Board['counts']> = {}): BoardEvent => ({
  request: withoutOwnVotes(request),
  counts: { requests: 12, votes: 101, queued: 0, ...counts },
});

it('sorts by votes, then by age', () => {
  const rows = [request('c', 3), request('b', 5, { created_at: 2 }), request('a', 5, { created_at: 1 })];
  expect(rows.toSorted(byVotes).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

describe('a pending vote', () => {
  it('adds a vote, and on the first vote a backer', () => {
    const before = request('a', 29, { backers: 7 });
    expect(withPendingVote(before, before)).toMatchObject({
      votes: 30,
      own_votes: 1,
      backers: 8,
      status: 'queued',
    });
    const again = request('a', 5, { backers: 2, own_votes: 3 });
    expect(withPendingVote(again, again)).toMatchObject({
      votes: 6,
      own_votes: 4,
      backers: 2,
      status: 'open',
    });
  });

  it('is not counted again after an event has counted it', () => {
    const before = request('a', 5);
    expect(withPendingVote(request('a', 6), before).votes).toBe(6);
    expect(withPendingVote(request('a', 9), before).votes).toBe(9);
  });
});

describe('the answer to a vote', () => {
  it('updates the card and the counts', () => {
    const after = applyVote(page([request('a', 29), request('b', 2)]), request('a', 30, { own_votes: 1 }));
    expect(after.requests.map(({ votes, own_votes }) => [votes, own_votes])).toEqual([
      [30, 1],
      [2, 0],
    ]);
    expect(after.counts).toMatchObject({ votes: 101, queued: 1 });
  });

  it('changes no count that an event has changed before', () => {
    const board = applyEvent(page([request('a', 29)]), event(request('a', 30), { votes: 101, queued: 1 }));
    const after = applyVote(board, request('a', 30, { own_votes: 1 }));
    expect(after.counts).toMatchObject({ votes: 101, queued: 1 });
    expect(after.requests[0]).toMatchObject({ votes: 30, own_votes: 1 });
  });

  it('does not undo newer votes of other people when it arrives late', () => {
    const after = applyVote(
      page([request('a', 34, { backers: 4 })]),
      request('a', 31, { own_votes: 2, backers: 3 }),
    );
    expect(after.requests[0]).toMatchObject({ votes: 34, backers: 4, own_votes: 2 });
    expect(after.counts.votes).toBe(100);
  });
});

describe('a fetched page', () => {
  it('does not undo votes that events have reported in the meantime', () => {
    const known = page([request('a', 6, { own_votes: 2, backers: 3 }), request('gone', 1)]);
    const fetched = page([request('a', 5, { own_votes: 1 }), request('b', 4)]);
    const merged = keepNewest(known, fetched);
    expect(merged.requests.map(({ id, votes, own_votes }) => [id, votes, own_votes])).toEqual([
      ['a', 6, 2],
      ['b', 4, 0],
    ]);
    expect(keepNewest(undefined, fetched)).toEqual(fetched);
  });

  it('replaces cards that are as new or older', () => {
    const known = page([request('a', 5)]);
    const renamed = page([request('a', 5, { title: 'Renamed', revision: 7 })]);
    expect(keepNewest(known, renamed).requests[0]).toMatchObject({ title: 'Renamed' });
    expect(keepNewest(renamed, known).requests[0]).toMatchObject({ title: 'Renamed' });
  });
});

describe('an event', () => {
  it('updates the card, the counts and the number of pages, and keeps the viewer’s own votes', () => {
    const after = applyEvent(
      page([request('a', 3, { own_votes: 2 })]),
      event(request('a', 4, { title: 'Renamed' }), { requests: 21 }),
    );
    expect(after.requests[0]).toMatchObject({ title: 'Renamed', votes: 4, own_votes: 2 });
    expect(after).toMatchObject({ pages: 3, counts: { requests: 21, votes: 101 } });
  });

  it('removes a released or declined request from the page', () => {
    const board = page([request('a', 31), request('b', 2)]);
    const released = event(request('a', 31, { released: true, status: 'released' }));
    expect(changesPage(board, released)).toBe(true);
    expect(applyEvent(board, released).requests.map(({ id }) => id)).toEqual(['b']);
  });

  it.each<[string, Board, SongRequest, boolean]>([
    [
      'a new request on a page with room',
      page([request('a', 3)]),
      request('new', 0, { created_at: 9 }),
      true,
    ],
    ['the first request of all', page([]), request('new', 0), true],
    ['one that overtakes the last', full(1, 20, 11), request('other', 12), true],
    ['one that stays below', full(1, 20, 11), request('other', 10), false],
    ['one on an earlier page', full(2, 20, 11), request('other', 25), false],
    ['one that rises from a later page', full(2, 20, 11), request('other', 12), true],
    ['one that skips this page', full(2, 20, 11), request('other', 21, { created_at: 9 }), true],
    ['one on this page', full(1, 20, 11), request('r15', 16), false],
    ['one that becomes the first of all', full(1, 20, 11), request('r19', 21), false],
    ['the first of a later page that rises', full(2, 20, 11), request('r20', 21), true],
    ['one that becomes the first of a later page', full(2, 20, 11), request('r19', 21), true],
    ['the only one of a later page', page([request('a', 1)], { page: 2 }), request('a', 2), true],
    ['the only one of all', page([request('a', 1)]), request('a', 2), false],
    ['one declined on another page', full(1, 20, 11), request('x', 15, { status: 'declined' }), false],
  ])('%s', (_name, board, changed, changes) => {
    expect(changesPage(board, event(changed))).toBe(changes);
  });
});

function full(number: number, most: number, least: number): Board {
  const requests: SongRequest[] = [];
  for (let votes = most; votes >= least; votes--) requests.push(request(`r${votes}`, votes));
  return page(requests, { page: number, pages: 4 });
}
