import type { Board, BoardEvent, SongRequest } from 'contract/features/song-requests.ts';
import { isOnBoard, PAGE_SIZE, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';

/** The board's order: most votes first, then the oldest. */
export function byVotes(
  a: SongRequest | BoardEvent['request'],
  b: SongRequest | BoardEvent['request'],
): number {
  return b.votes - a.votes || a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
}

/** The rank of a page's first card, from 1. */
export const firstRank = (page: number) => (page - 1) * PAGE_SIZE + 1;

/**
 * Answers and events can overtake each other: of two copies of a request, the one with the higher revision stays.
 * Events carry no `own_votes`, so these are kept apart; they never decrease.
 */
export function newest(known: SongRequest, incoming: SongRequest | BoardEvent['request']): SongRequest {
  const own_votes = 'own_votes' in incoming ? Math.max(known.own_votes, incoming.own_votes) : known.own_votes;
  return { ...(incoming.revision >= known.revision ? incoming : known), own_votes };
}

/** A fetched page, with cards that events have updated in the meantime. */
export function keepNewest(known: Board | undefined, fetched: Board): Board {
  const before = new Map(known?.requests.map((request) => [request.id, request]));
  return {
    ...fetched,
    requests: fetched.requests.map((request) => newest(before.get(request.id) ?? request, request)),
  };
}

/** Applies the server's answer to the viewer's vote. */
export function applyVote(board: Board, voted: SongRequest): Board {
  const known = board.requests.find(({ id }) => id === voted.id);
  if (!known) return board;
  const request = newest(known, voted);
  const isQueued = ({ votes }: SongRequest) => Number(votes >= VOTE_GOAL);
  return {
    ...board,
    requests: board.requests.map((other) => (other === known ? request : other)),
    counts: {
      ...board.counts,
      votes: board.counts.votes + request.votes - known.votes,
      queued: board.counts.queued + isQueued(request) - isQueued(known),
    },
  };
}

/** Applies an event. A released or declined request leaves the page. */
export function applyEvent(board: Board, { request, counts }: BoardEvent): Board {
  return {
    ...board,
    requests: board.requests
      .filter(({ id }) => id !== request.id || isOnBoard(request.status))
      .map((known) => (known.id === request.id ? newest(known, request) : known)),
    pages: Math.max(1, Math.ceil(counts.requests / PAGE_SIZE)),
    counts,
  };
}

/** True if an event moved a request onto this page or off it, so that the page must be fetched again. */
export function changesPage(board: Board, { request }: BoardEvent): boolean {
  const known = board.requests.some(({ id }) => id === request.id);
  if (!isOnBoard(request.status)) return known;
  const others = board.requests.filter(({ id }) => id !== request.id).sort(byVotes);
  const [first, last] = [others[0], others.at(-1)];
  if (!first || !last) return !known || board.page > 1;
  const above = board.page > 1 && byVotes(request, first) < 0;
  if (known) return above;
  // A request that was above this page before its newest vote still is.
  if (above) return byVotes({ ...request, votes: request.votes - 1 }, first) > 0;
  return byVotes(request, last) < 0 || others.length < PAGE_SIZE;
}

/**
 * Counts the viewer's pending vote, which an event may have counted already.
 * @param before the request as it was at the click.
 */
export function withPendingVote(request: SongRequest, before: SongRequest): SongRequest {
  const votes = Math.max(request.votes, before.votes + 1);
  return {
    ...request,
    votes,
    own_votes: Math.max(request.own_votes, before.own_votes + 1),
    backers: Math.max(request.backers, before.backers + (before.own_votes === 0 ? 1 : 0)),
    status: votes >= VOTE_GOAL ? 'queued' : request.status,
  };
}

/** An invalid page counts as the first one. */
export function parsePage(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= 1e12 ? page : 1;
}
