import { z } from 'zod';
import { CreditsRecord } from './credits.ts';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, oneLine, pageQuery, text } from './fields.ts';
import { isGenre } from './genres.ts';
import {
  characters,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_NAME_MAX,
  statuses,
} from './song-requests-constants.ts';

/** A song that somebody asked for (§3), as the caller sees it. `requests_id` is `id` under §3's other name. */
export const SongRequest = z.object({
  id,
  requests_id: id,
  title: z.string(),
  artist: z.string(),
  /** `parent:sub`, or `parent` alone. */
  genre: z.string(),
  description: z.string(),
  votes: z.int().nonnegative(),
  released: z.boolean(),
  release_date: epochMs.nullable(),
  created_at: epochMs,
  status: z.enum(statuses),
  /** The requester's username; null when the account is gone. */
  requested_by: z.string().nullable(),
  /** How many different people back it. */
  backers: z.int().nonnegative(),
  /** How many of the votes are the caller's; 0 for a visitor. */
  own_votes: z.int().nonnegative(),
  /** Of a released request: the track that came of it. */
  track_id: id.nullable(),
  /** Of a declined one. */
  decline_reason: z.string().nullable(),
  /** Increases with every change; of two copies of a request the one with the higher revision is newer. */
  revision: z.int().positive(),
});
export type SongRequest = z.output<typeof SongRequest>;

/** Longer than any hundred characters a person can type, short enough to store: UTF-16 code units. */
const LONGEST_NAME = 1000;

const songName = (blank: string) =>
  oneLine(LONGEST_NAME, blank)
    .transform((value) => value.normalize('NFC'))
    .refine(
      (value) => characters(value) <= REQUEST_NAME_MAX,
      `Please use at most ${REQUEST_NAME_MAX} characters.`,
    );

const title = songName('Please name the song.');
const artist = songName('Please name the artist.');
const genre = z
  .string('Please choose a genre.')
  .max(200)
  .refine(isGenre, 'Please choose a genre from the list.');
const description = text(REQUEST_DESCRIPTION_MAX).transform((value) => value.trim());

export const listRequests = endpoint('GET /requests', {
  access: 'anyone',
  summary: 'Requests that are neither released nor declined: most votes first, then the oldest.',
  query: pageQuery,
  returns: z.array(SongRequest),
});

export const getRequest = endpoint('GET /requests/:id', {
  access: 'anyone',
  summary: 'One request, whatever became of it.',
  params: idParams,
  returns: SongRequest,
});

/** What the leaderboard's header counts. */
export const BoardCounts = z.object({
  requests: z.int().nonnegative(),
  votes: z.int().nonnegative(),
  queued: z.int().nonnegative(),
});
export type BoardCounts = z.output<typeof BoardCounts>;

const PAGE_RULE = 'The page must be a whole number from 1.';

export const getBoard = endpoint('GET /requests/board', {
  access: 'anyone',
  summary: 'One page of the leaderboard with its header counts; a page past the last answers the last.',
  query: z.strictObject({
    page: z.coerce.number(PAGE_RULE).int(PAGE_RULE).min(1, PAGE_RULE).max(1e12, PAGE_RULE).default(1),
  }),
  returns: z.object({
    requests: z.array(SongRequest),
    /** The page that this is, and how many there are; both at least 1. */
    page: z.int().positive(),
    pages: z.int().positive(),
    counts: BoardCounts,
  }),
});
export type Board = z.output<typeof getBoard.returns>;

export const getNearestRequest = endpoint('GET /requests/nearest', {
  access: 'anyone',
  summary: 'The request nearest its goal and still below it; null when none has votes.',
  returns: z.object({ request: SongRequest.nullable() }),
});

export const findSimilarRequests = endpoint('GET /requests/similar', {
  access: 'anyone',
  summary: 'At most 3 open requests that a title (and artist) may already mean, the closest first.',
  query: z.strictObject({ title: text(LONGEST_NAME), artist: text(LONGEST_NAME).optional() }),
  returns: z.array(SongRequest),
});

export const listOwnRequests = endpoint('GET /requests/own', {
  access: 'signed-in',
  summary:
    'What the caller asked for (`requested`) or voted for (`voted`), newest first, with where each stands.',
  query: pageQuery.extend({ as: z.enum(['requested', 'voted']).default('requested') }),
  returns: z.array(SongRequest),
});

export const submitRequest = endpoint('POST /requests', {
  access: 'signed-in',
  summary:
    'Asks for a song: takes 200 credits and makes the request, both or neither. 403 `plan_refuses`, 402 `not_enough_credits` with `needed`, 409 `duplicate_request` with `request_id`. With `Idempotency-Key` a repeat answers the first result.',
  body: z.object({
    title,
    artist,
    genre,
    description: description.default(''),
    user_id: z.unknown().optional(),
    votes: z.unknown().optional(),
    released: z.unknown().optional(),
    release_date: z.unknown().optional(),
  }),
  returns: SongRequest,
  status: 201,
});

export const editRequest = endpoint('PATCH /requests/:id', {
  access: 'signed-in',
  summary:
    'With `votes`: one vote of the caller, whatever the number. An admin also edits title, artist, genre, description and released.',
  params: idParams,
  body: z.object({
    requests_id: id.optional(),
    user_id: z.unknown().optional(),
    votes: z.int().nonnegative().optional(),
    title: title.optional(),
    artist: artist.optional(),
    genre: genre.optional(),
    description: description.optional(),
    released: z.boolean().optional(),
    release_date: z.unknown().optional(),
  }),
  returns: SongRequest,
});

export const vote = endpoint('POST /requests/:id/votes', {
  access: 'signed-in',
  summary:
    'One vote: takes 10 credits and adds the vote, both or neither. 403 `plan_refuses`, 402 `not_enough_credits` with `needed`, 409 `request_closed`. With `Idempotency-Key` a repeat answers the first result.',
  params: idParams,
  returns: z.object({ request: SongRequest, credits: CreditsRecord }),
});
export type Voted = z.output<typeof vote.returns>;

export const declineRequest = endpoint('DELETE /requests/:id', {
  access: 'admin',
  summary: 'Declines a request: requester and voters get every credit back, and it leaves the leaderboard.',
  params: idParams,
  query: z.strictObject({ reason: oneLine(500, 'Please say why.') }),
  returns: z.object({}),
});

/**
 * A request that was made, got votes, was edited, released or declined, as it stands now; and the header's counts.
 * `own_votes` is not told: it is the reader's own matter.
 */
export const BoardEvent = z.object({
  request: SongRequest.omit({ own_votes: true }),
  counts: BoardCounts,
});
export type BoardEvent = z.output<typeof BoardEvent>;

export const followRequests = endpoint('GET /requests/events', {
  access: 'anyone',
  summary:
    'Server-sent events: `request` for each request that changed, at most every tenth of a second; `reset` when some may have been missed and what is shown should be fetched anew. `Last-Event-ID` goes on where a stream broke.',
  returns: BoardEvent,
  events: true,
});
