import type { Board, BoardEvent, SongRequest } from 'contract/song-requests.ts';
import { PAGE_SIZE, VOTE_GOAL } from 'contract/song-requests-constants.ts';

/** The board's order: most votes first, then the oldest. */
export function byVotes(
  a: SongRequest | BoardEvent['request'],
  b: SongRequest | BoardEvent['request'],
): number {
  return b.votes - a.votes || a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
}

/** The place of a page's first card, from 1. */
export const firstRank = (page: number) => (page - 1) * PAGE_SIZE + 1;

/** A request as it will stand once the vote that is under way counts; `before` is how it stood at the click. */
export function withVote(request: SongRequest, before: SongRequest): SongRequest {
  const votes = Math.max(request.votes, before.votes + 1);
  return {
    ...request,
    votes,
    own_votes: Math.max(request.own_votes, before.own_votes + 1),
    backers: Math.max(request.backers, before.backers + (before.own_votes === 0 ? 1 : 0)),
    status: votes >= VOTE_GOAL ? 'queued' : request.status,
  };
}

/** A page as it was fetched. What its cards were told meanwhile is not taken back by an answer that was overtaken. */
export function afterFetch(known: Board | undefined, fetched: Board): Board {
  const before = new Map(known?.requests.map((request) => [request.id, request]));
  return {
    ...fetched,
    requests: fetched.requests.map((request) => newer(before.get(request.id) ?? request, request)),
  };
}

/** The page after the server told of the viewer's own vote. What an event has told meanwhile is not counted twice. */
export function afterVote(board: Board, voted: SongRequest): Board {
  const known = board.requests.find(({ id }) => id === voted.id);
  if (!known) return board;
  const gained = Math.max(0, voted.votes - known.votes);
  const reached = known.votes < VOTE_GOAL && known.votes + gained >= VOTE_GOAL;
  return {
    ...board,
    requests: board.requests.map((request) => (request === known ? newer(known, voted) : request)),
    counts: {
      ...board.counts,
      votes: board.counts.votes + gained,
      queued: board.counts.queued + (reached ? 1 : 0),
    },
  };
}

/** The page after an event: the card, and the header's counts. A request that left the board leaves the page. */
export function afterEvent(board: Board, { request, counts }: BoardEvent): Board {
  return {
    ...board,
    requests: board.requests
      .filter(({ id }) => id !== request.id || isOpen(request))
      .map((known) =>
        known.id === request.id ? newer(known, { ...request, own_votes: known.own_votes }) : known,
      ),
    pages: Math.max(1, Math.ceil(counts.requests / PAGE_SIZE)),
    counts,
  };
}

/** Whether an event moved a request onto this page or off it, so that the page has to be fetched anew. */
export function changesPage(board: Board, { request }: BoardEvent): boolean {
  const known = board.requests.some(({ id }) => id === request.id);
  if (!isOpen(request)) return known;
  const others = board.requests.filter(({ id }) => id !== request.id).sort(byVotes);
  const [first, last] = [others[0], others.at(-1)];
  if (!first || !last) return !known || board.page > 1;
  const above = board.page > 1 && byVotes(request, first) < 0;
  if (known) return above;
  // Where it stood above before its newest vote, it stands there still.
  if (above) return byVotes({ ...request, votes: request.votes - 1 }, first) > 0;
  return byVotes(request, last) < 0 || others.length < PAGE_SIZE;
}

const isOpen = ({ status }: { status: SongRequest['status'] }) => status === 'open' || status === 'queued';

/** Answers and events may overtake each other; votes only ever grow. */
function newer(known: SongRequest, told: SongRequest): SongRequest {
  return told.votes >= known.votes && told.own_votes >= known.own_votes
    ? told
    : {
        ...told,
        ...(told.votes < known.votes && statusOf(known)),
        own_votes: Math.max(told.own_votes, known.own_votes),
      };
}

const statusOf = ({ votes, backers, status }: SongRequest) => ({ votes, backers, status });
