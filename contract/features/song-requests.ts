import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  epochMs,
  id,
  idParams,
  listCost,
  MOST_CHARACTERS,
  nothing,
  oneLine,
  pageQuery,
  text,
} from '../fields.ts';
import { isGenre } from '../genres.ts';
import { backwardLine, tidyTimedLyrics } from '../text/lyrics.ts';
import { english } from '../text/messages.ts';
import { CreditsRecord } from './credits.ts';
import {
  characters,
  eventKinds,
  REQUEST_COST,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_LYRICS_LINES_MAX,
  REQUEST_LYRICS_MAX,
  REQUEST_NAME_MAX,
  statuses,
  VOTE_COST,
} from './song-requests-constants.ts';
import { Track } from './tracks.ts';

/** A song request (§3) as the caller sees it. `requests_id` repeats `id` under §3's other name. */
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
  /** The requester's username; null if the account is deleted. */
  requested_by: z.string().nullable(),
  /** Number of different users who voted for it. */
  backers: z.int().nonnegative(),
  /** The caller's own votes; 0 for a visitor. */
  own_votes: z.int().nonnegative(),
  /** The track of a released request. */
  track_id: id.nullable(),
  /** The request that it was `merged` into. */
  merged_into: id.nullable(),
  /** Only of a declined request. */
  decline_reason: z.string().nullable(),
  /** Time when it reached its goal. */
  queued_at: epochMs.nullable(),
  /** Of the takes that are being made, from 0 to 1; null unless `in_studio`, and while none is being made. */
  progress: z.number().min(0).max(1).nullable(),
  /** End of the choice; null unless `choosing`. */
  choosing_ends_at: epochMs.nullable(),
  /** Increases with every change; of two copies of a request the one with the higher revision is newer. */
  revision: z.int().positive(),
});
export type SongRequest = z.output<typeof SongRequest>;

/** UTF-16 code units: more than a hundred typed characters need, and little enough to store. */
const LONGEST_NAME = 1000;

const songName = (blank: string) =>
  oneLine(LONGEST_NAME, blank)
    .transform((value) => value.normalize('NFC'))
    .refine((value) => characters(value) <= REQUEST_NAME_MAX, {
      error: MOST_CHARACTERS,
      params: { maximum: REQUEST_NAME_MAX },
    });

const title = songName(english('Please name the song.'));
const artist = songName(english('Please name the artist.'));
export const genre = z
  .string(english('Please choose a genre.'))
  .max(200)
  .refine(isGenre, english('Please choose a genre from the list.'));
export const description = text(REQUEST_DESCRIPTION_MAX).transform((value) => value.trim());
/** Null, and text without a word, mean none. */
const lyrics = text(REQUEST_LYRICS_MAX)
  .transform(tidyTimedLyrics)
  .refine((value) => value === null || value.split('\n').length <= REQUEST_LYRICS_LINES_MAX, {
    error: english('Please use at most {maximum, plural, other {# lines}}.'),
    params: { maximum: REQUEST_LYRICS_LINES_MAX },
  })
  .refine(
    (value) => value === null || backwardLine(value) === null,
    english('Please put the times of the lines in order.'),
  )
  .nullable();

export const listRequests = endpoint('GET /requests', {
  access: 'anyone',
  cost: listCost,
  summary: 'Requests that are neither released nor declined, most votes first, then the oldest.',
  query: pageQuery,
  returns: z.array(SongRequest),
});

/** A met wish and where it is heard. */
export const Moment = z.object({
  /** About three words: `Starts quiet`. */
  label: z.string(),
  /** Seconds from the song's start. */
  at: z.number().nonnegative(),
});
export type Moment = z.output<typeof Moment>;

/** One thing that a description asks for, and what became of it or can become of it. */
export const Wish = z.object({
  /** A short sentence: `No drums`, `Slow, about 70 bpm`. */
  chip: z.string(),
  /** The words that ask for it, as written. */
  words: z.string(),
  /** `asked` before a song is made and where a generator does not say; `unknown` for words that nobody understands. */
  outcome: z.enum(['asked', 'done', 'not possible', 'unknown']),
  /** Reason why it is not possible, or a remark; null if there is nothing to say. */
  why: z.string().nullable(),
  /** The misspelt word, as written, that the chip is a guess of. Between quotation marks it is not read. */
  guess: z.string().optional(),
  /** Place where it is heard, if the outcome is `done` and the generator knows the second. */
  moment: Moment.nullable().optional(),
});
export type Wish = z.output<typeof Wish>;

/** Number of people who may choose a take, and of those who have. */
export const Choosers = z.object({ all: z.int().nonnegative(), chosen: z.int().nonnegative() });

/** A request with its page's data. */
export const RequestPage = SongRequest.extend({
  /** The words to sing, as its requester wrote them; null if none were given. */
  lyrics: z.string().nullable(),
  /** Wishes of its description; each take tells what became of them. */
  wishes: z.array(Wish),
  /** True if the requester has a VIP badge. */
  requester_vip: z.boolean(),
  /** Some backers; `backers` counts all. */
  backed_by: z.array(z.object({ username: z.string(), votes: z.int().positive(), vip: z.boolean() })),
  /** Voter who lit each lamp, from the first on; null if the account is deleted. */
  seats: z.array(z.string().nullable()),
  /** Rights of the caller: to listen to its takes, and to choose one of them. */
  may_listen: z.boolean(),
  may_choose: z.boolean(),
  /** Number of people who may choose a take, and of those who have; null unless `choosing`. */
  choosers: Choosers.nullable(),
});
export type RequestPage = z.output<typeof RequestPage>;

export const getRequest = endpoint('GET /requests/:id', {
  access: 'anyone',
  summary: 'One request, whatever its status. One in review is shown to its requester and to admins.',
  params: idParams,
  returns: RequestPage,
});

/** The counts in the leaderboard's header. */
export const BoardCounts = z.object({
  requests: z.int().nonnegative(),
  votes: z.int().nonnegative(),
  /** Requests that have reached the goal and are not released, whatever the studio does with them. */
  queued: z.int().nonnegative(),
});
export type BoardCounts = z.output<typeof BoardCounts>;

const PAGE_RULE = english('The page must be a whole number from 1.');

export const getBoard = endpoint('GET /requests/board', {
  access: 'anyone',
  cost: ({ page }) => 1.5 + Math.min(Number(page) / 200, 20),
  summary: 'One page of the leaderboard with its header counts. A page past the last returns the last.',
  query: z.object({
    page: z.coerce.number(PAGE_RULE).int(PAGE_RULE).min(1, PAGE_RULE).max(1e12, PAGE_RULE).default(1),
  }),
  returns: z.object({
    requests: z.array(SongRequest),
    /** The number of this page and of all pages; both at least 1. */
    page: z.int().positive(),
    pages: z.int().positive(),
    counts: BoardCounts,
  }),
});
export type Board = z.output<typeof getBoard.returns>;

export const getNearestRequest = endpoint('GET /requests/nearest', {
  access: 'anyone',
  summary: 'The request closest to its goal and still below it; null if none has votes.',
  returns: z.object({ request: SongRequest.nullable() }),
});

/** A released song with the wish that it came from. */
export const HeardSong = z.object({
  track: Track,
  request_id: id,
  /** The request's description, unedited; empty if it has none. */
  wish: z.string(),
  /** The requester's username; null if the account is deleted. */
  asked_by: z.string().nullable(),
  /** Number of different users who voted, and of all votes. */
  voters: z.int().nonnegative(),
  votes: z.int().nonnegative(),
  /** At most 7 usernames, first lamps first. */
  voted_by: z.array(z.string()),
  /** At most 6, in their order in the song; none where nobody knows the second. */
  moments: z.array(Moment),
});
export type HeardSong = z.output<typeof HeardSong>;

/** Story of a song that was requested. */
export const SongStory = HeardSong.omit({ track: true, voted_by: true }).extend({
  asked_at: epochMs,
  released_at: epochMs,
  /** Voter who lit each lamp, from the first on; null if the account is deleted. */
  seats: z.array(z.string().nullable()),
});
export type SongStory = z.output<typeof SongStory>;

export const listHeard = endpoint('GET /requests/heard', {
  access: 'anyone',
  cacheable: true,
  cost: listCost,
  summary: 'Live songs that were requested, with the wishes that they came from, newest release first.',
  query: pageQuery,
  returns: z.array(HeardSong),
});

export const getAsked = endpoint('GET /explore/asked', {
  access: 'anyone',
  cacheable: true,
  cost: 3,
  summary:
    'What Explore shows of requests: a featured song, which changes once a day at most, the 4 newest others, and the open request nearest its goal.',
  returns: z.object({
    /** The newest whose moments and whose wish show well; null without one. */
    featured: HeardSong.nullable(),
    heard: z.array(HeardSong),
    nearest: SongRequest.nullable(),
  }),
});
export type Asked = z.output<typeof getAsked.returns>;

export const findSimilarRequests = endpoint('GET /requests/similar', {
  access: 'anyone',
  cost: 3,
  summary: 'At most 3 open requests with a similar title and artist, the most similar first.',
  query: z.object({ title: text(LONGEST_NAME), artist: text(LONGEST_NAME).optional() }),
  returns: z.array(SongRequest),
});

export const listOwnRequests = endpoint('GET /requests/own', {
  access: 'signed-in',
  cost: listCost,
  summary: 'The requests that the caller submitted (`requested`) or voted for (`voted`), newest first.',
  query: pageQuery.extend({ as: z.enum(['requested', 'voted']).default('requested') }),
  returns: z.array(SongRequest),
});

export const submitRequest = endpoint('POST /requests', {
  access: 'signed-in',
  confirmed: true,
  summary: `Submits a song request: takes ${REQUEST_COST} credits and creates the request, both or neither. 403 \`plan_refuses\`, 402 \`not_enough_credits\` with \`needed\`, 409 \`duplicate_request\` with \`request_id\`. With \`Idempotency-Key\` a repeat returns the first result, without its \`lamp\`.`,
  body: z.object({
    title,
    artist,
    genre,
    description: description.default(''),
    lyrics: lyrics.default(null),
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
  audited: true,
  summary:
    'With `votes`: casts one vote, whatever the number. The requester can edit the lyrics until the request is queued. An admin can edit them afterwards, and also title, artist, genre and description, and put a released request back with `released: false`: 409 `song_live` until its track is withdrawn. Only a song releases a request: `released: true` is 409 `song_missing`.',
  params: idParams,
  body: z.object({
    requests_id: id.optional(),
    user_id: z.unknown().optional(),
    votes: z.int().nonnegative().optional(),
    title: title.optional(),
    artist: artist.optional(),
    genre: genre.optional(),
    description: description.optional(),
    lyrics: lyrics.optional(),
    released: z.boolean().optional(),
    release_date: z.unknown().optional(),
  }),
  returns: SongRequest,
});

export const vote = endpoint('POST /requests/:id/votes', {
  access: 'signed-in',
  confirmed: true,
  summary: `Casts one vote: takes ${VOTE_COST} credits and adds the vote, both or neither. 403 \`plan_refuses\`, 402 \`not_enough_credits\` with \`needed\`, 409 \`request_closed\`. With \`Idempotency-Key\` a repeat returns the first result.`,
  params: idParams,
  returns: z.object({
    request: SongRequest,
    credits: CreditsRecord,
    /** Number of this vote among the request's, from 1; null in the answer to a repeat. */
    lamp: z.int().positive().nullable(),
  }),
});
export type Voted = z.output<typeof vote.returns>;

export const declineRequest = endpoint('DELETE /requests/:id', {
  access: 'admin',
  summary:
    'Declines a request: the requester and the voters get every credit back, and it leaves the leaderboard.',
  params: idParams,
  query: z.object({ reason: oneLine(500, english('Please say why.')) }),
  returns: nothing,
});

/**
 * A request that changed, with the header's counts. It has no `own_votes`: every reader gets the same event.
 */
export const BoardEvent = z.object({
  request: SongRequest.omit({ own_votes: true }),
  counts: BoardCounts,
});
export type BoardEvent = z.output<typeof BoardEvent>;

export const subscribeRequests = endpoint('GET /requests/events', {
  access: 'anyone',
  summary:
    'Server-sent events: `request` for each changed request, at most every tenth of a second; `reset` if events may have been missed and the client should refetch. `Last-Event-ID` resumes a broken stream.',
  returns: BoardEvent,
  events: true,
});

export const listInReview = endpoint('GET /requests/review', {
  access: 'admin',
  summary:
    'Lists requests whose words need an admin’s eyes before anyone else sees them, newest first. Approve or decline them.',
  query: pageQuery,
  returns: z.array(SongRequest.extend({ lyrics: z.string().nullable() })),
});

export const approveRequest = endpoint('POST /requests/:id/approve', {
  access: 'admin',
  summary: 'Puts a request in review on the leaderboard. 409 if it is not in review.',
  params: idParams,
  returns: SongRequest,
});

export const mergeRequest = endpoint('POST /requests/:id/merge', {
  access: 'admin',
  summary:
    'Merges a duplicate into the request `into`, which gets its votes. Its requester gets back what it cost, and its page leads to the other one. 409 `request_closed` unless both take votes. Returns the other one.',
  params: idParams,
  body: z.object({ into: id }),
  returns: SongRequest,
});

/** One line of a request's timeline. */
export const RequestEvent = z.object({
  id,
  kind: z.enum(eventKinds),
  at: epochMs,
  /** Votes of `lamps`, takes of `in_studio` and `choosing`; null for other kinds. */
  count: z.int().nonnegative().nullable(),
  /** The username of who requested it; null for other kinds and for a deleted account. */
  by: z.string().nullable(),
  /** The reason of `declined`. */
  text: z.string().nullable(),
});
export type RequestEvent = z.output<typeof RequestEvent>;

export const getTimeline = endpoint('GET /requests/:id/timeline', {
  access: 'anyone',
  summary: 'What happened to a request, oldest first.',
  params: idParams,
  returns: z.array(RequestEvent),
});

export const readWishes = endpoint('POST /studio/wishes', {
  access: 'anyone',
  cost: 5,
  summary:
    'What the studio understands of a description, in the order of its words, and of lyrics, and what its generator cannot do. Stores nothing.',
  body: z.object({
    description: text(REQUEST_DESCRIPTION_MAX),
    /** Adds a number of beats to a slow or fast song. */
    genre: z.string().max(200).optional(),
    lyrics: text(REQUEST_LYRICS_MAX).nullable().default(null),
  }),
  returns: z.array(Wish),
});
