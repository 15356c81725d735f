/** Constants of song requests, without zod: this file is part of the browser's first chunk. */

import { english } from '../text/messages.ts';

/** Credits (§9). */
export const VOTE_COST = 10;
export const REQUEST_COST = 200;

/** Votes at which a request is queued for creation (§9). */
export const VOTE_GOAL = 30;

/** Minimum time that a request stays queued, ms: everybody who watches sees that it reached its goal. */
export const QUEUED_MS_MIN = 10_000;

/** Requests on a page of the leaderboard (§9). */
export const PAGE_SIZE = 10;

/** Visible characters of a song's title and of its artist (§9). */
export const REQUEST_NAME_MAX = 100;
/** Characters of a request's description; ours. */
export const REQUEST_DESCRIPTION_MAX = 500;
/** Characters of a request's lyrics, and their lines; ours. */
export const REQUEST_LYRICS_MAX = 3000;
export const REQUEST_LYRICS_LINES_MAX = 200;

// Firefox before 125 lacks it.
const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;

/**
 * The number of characters that a person sees: an emoji with its joiners or a letter with its marks is one. Without
 * `Intl.Segmenter` each of their code points counts; the server's count decides.
 */
export const characters = (text: string): number => [...(segmenter?.segment(text) ?? text)].length;

/**
 * `in_review`: hidden until an admin approves it. `open` below the goal, `queued` from the goal on, `in_studio` while
 * takes are made, `choosing` while requester and backers choose a take. `returned`: no song came of it in time.
 * `merged`: an admin found that it asks for the same song as another request, which has its votes now.
 */
export const statuses = [
  'in_review',
  'open',
  'queued',
  'in_studio',
  'choosing',
  'released',
  'declined',
  'returned',
  'merged',
] as const;
export type Status = (typeof statuses)[number];

/** Display name of each status, wherever one is shown. §2's words for a reached goal stand beside it. */
export const statusNames = english({
  in_review: 'In review',
  open: 'Open',
  queued: 'Goal reached',
  in_studio: 'In the studio',
  choosing: 'Choose a take',
  released: 'Released',
  declined: 'Declined',
  returned: 'Returned',
  merged: 'Merged',
}) satisfies Record<Status, string>;

export const acceptsVotes = (status: Status) => status === 'open' || status === 'queued';

/** Tells whether a request is on the leaderboard. */
export const isOnBoard = (status: Status) =>
  acceptsVotes(status) || status === 'in_studio' || status === 'choosing';

/** Percent of the goal, at most 100, one decimal (§2). */
export function progress(votes: number): number {
  return Math.min(100, Math.round((votes / VOTE_GOAL) * 1000) / 10);
}

export interface SeatPlace {
  x: number;
  y: number;
  /** 0 is the row next to the stage. */
  row: number;
}

/**
 * The thirty seats around a stage at the origin, in the order in which votes light them: from the stage outwards, and
 * each row from its middle, left, right, left. Neighbors are pi apart in every row; y points down.
 */
export const seatPlaces: readonly SeatPlace[] = [0, 1, 2].flatMap((row) => {
  const count = 6 + 4 * row;
  const radius = 5 + 4 * row;
  return Array.from({ length: count }, (_, nth) => {
    const fromMiddle = Math.floor(nth / 2);
    const index = nth % 2 === 0 ? count / 2 - 1 - fromMiddle : count / 2 + fromMiddle;
    const angle = Math.PI * (1 - index / (count - 1));
    return { x: round(radius * Math.cos(angle)), y: round(-radius * Math.sin(angle)), row };
  });
});

if (seatPlaces.length !== VOTE_GOAL)
  throw new Error('The amphitheatre has a seat for each vote of the goal.');

function round(value: number): number {
  return Math.round(value * 1000) / 1000 || 0;
}

/** Kinds of events in a request's public timeline. */
export const eventKinds = [
  /** Submitted by `by`. */
  'requested',
  /** Every fifth vote up to the goal; `count` is the number of votes. */
  'lamps',
  /** Reached its goal. */
  'queued',
  /** Takes are being made; `count` of them. */
  'in_studio',
  /** No take could be made; the admins try again. */
  'delayed',
  /** `count` takes can be chosen from. */
  'choosing',
  'released',
  /** Declined by an admin; `text` is the reason. Every credit was returned. */
  'declined',
  /** No song came of it in time. Every credit was returned. */
  'returned',
  /** Merged into another request for the same song, which `text` names. */
  'merged',
] as const;
export type EventKind = (typeof eventKinds)[number];
