import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, pageQuery, text } from '../fields.ts';
import { english } from '../text/messages.ts';
import { HEARTS_AT_ONCE, librarySorts } from './library-constants.ts';
import { Choosers, SongRequest } from './song-requests.ts';
import { Track } from './tracks.ts';

/** A track in a user's library (§3). */
export const SavedTrack = z.object({ id, user_id: id, track_id: id, created_at: epochMs });
export type SavedTrack = z.output<typeof SavedTrack>;

/** A saved track as the Library page shows it. */
export const LibraryTrack = Track.extend({ saved_track_id: id, saved_at: epochMs });
export type LibraryTrack = z.output<typeof LibraryTrack>;

const ids = z
  .string()
  .max(HEARTS_AT_ONCE * 40)
  .transform((value) => value.split(','))
  .pipe(
    z
      .array(id)
      .max(HEARTS_AT_ONCE, english('Please ask about at most {maximum, plural, other {# tracks}} at once.')),
  );

export const listSavedTracks = endpoint('GET /saved_track', {
  access: 'signed-in',
  cost: listCost,
  summary:
    "Lists the caller's saved live tracks, last saved first. `track_ids` (comma-separated) selects among these only.",
  query: pageQuery.extend({ track_ids: ids.optional() }),
  returns: z.array(SavedTrack),
});

export const getSavedTrack = endpoint('GET /saved_track/:id', {
  access: 'signed-in',
  summary: "Returns one of the caller's saved tracks.",
  params: idParams,
  returns: SavedTrack,
});

export const saveTrack = endpoint('POST /saved_track', {
  access: 'signed-in',
  summary:
    "Saves a live track. 403 `limit_reached` with the plan's `limit`; 409 `already_saved` with its `saved_track_id`.",
  body: z.object({ track_id: id, user_id: z.unknown().optional() }),
  returns: SavedTrack,
  status: 201,
});

export const editSavedTrack = endpoint('PATCH /saved_track/:id', {
  access: 'signed-in',
  summary: 'Changes nothing and returns the saved track.',
  params: idParams,
  body: z.object({
    saved_track_id: id.optional(),
    user_id: z.unknown().optional(),
    track_id: z.unknown().optional(),
  }),
  returns: SavedTrack,
});

export const unsaveTrack = endpoint('DELETE /saved_track/:id', {
  access: 'signed-in',
  summary: 'Removes a track from the library, by the id of the saved track.',
  params: idParams,
  returns: nothing,
});

export const listLibrary = endpoint('GET /library/tracks', {
  access: 'signed-in',
  cost: listCost,
  summary:
    "Lists the caller's saved live tracks with all their fields; searchable by title and artist, in one of four orders.",
  query: pageQuery.extend({
    // Longer than elsewhere, since it may contain a title and an artist.
    cursor: z.string().min(1).max(2048).optional(),
    q: text(200).optional(),
    sort: z.enum(librarySorts).default('recent'),
  }),
  returns: z.array(LibraryTrack),
});

export const Jump = z.object({
  /** New songs that came of the caller's requests and votes. */
  songs: z.array(Track),
  /** Requests that the caller made or voted for and that wait for their song, the nearest to it first. */
  requests: z.array(SongRequest),
  /** Tracks that the caller played last, without `songs`. */
  played: z.array(Track),
  /** The request whose choice ends next and in which the caller has not chosen, with how many people have. */
  choose: SongRequest.extend({ choosers: Choosers }).nullable(),
  /** Of the open requests that the caller made or voted for, the one nearest its goal. */
  nearest: SongRequest.nullable(),
  /** Credits that came this month, unless anything was done with credits since. */
  credits: z.int().positive().nullable(),
});
export type Jump = z.output<typeof Jump>;

export const getJump = endpoint('GET /library/jump', {
  access: 'signed-in',
  cost: 3,
  summary: 'What the caller can go on with: at most 5 songs and requests in all, and what waits for them.',
  returns: Jump,
});

const count = z.int().nonnegative();

const Counts = z.object({
  playlists: count,
  favorites: count,
  lamps: count,
  songs: count,
  /** The latest of these songs that are live, at most 8. */
  made: z.array(Track),
  listens: count,
});
export type Counts = z.output<typeof Counts>;

export const getCounts = endpoint('GET /library/counts', {
  access: 'signed-in',
  cost: 3,
  summary:
    'What the profile of the caller shows: how many playlists, favorites (saved live tracks), lamps (votes whose credits were not returned), songs (released requests that they made or voted for) and listens (plays that counted), and the latest of these songs.',
  returns: Counts,
});
