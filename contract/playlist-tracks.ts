import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, pageQuery } from './fields.ts';
import { Playlist } from './playlists.ts';
import { Track } from './tracks.ts';

/** A track's position in a playlist (§3), counted from 0; `sort_index` repeats `position`. */
export const PlaylistTrack = z.object({
  id,
  playlist_id: id,
  track_id: id,
  position: z.int().nonnegative(),
  sort_index: z.int().nonnegative(),
  created_at: epochMs,
});
export type PlaylistTrack = z.output<typeof PlaylistTrack>;

/** A row of a playlist's page. `track` is null if it is not live: deleted, or not released yet. */
export const PlaylistEntry = z.object({
  id,
  track_id: id,
  position: z.int().nonnegative(),
  title: z.string(),
  display_artist: z.string(),
  track: Track.nullable(),
});
export type PlaylistEntry = z.output<typeof PlaylistEntry>;

/** Beyond the end means the end. */
const position = z
  .int('The position must be a whole number, 0 or greater.')
  .nonnegative('The position must be a whole number, 0 or greater.');

export const getPlaylistTracks = endpoint('GET /playlist/:id/tracks', {
  access: 'anyone',
  cost: 10,
  summary: 'Returns a playlist with all its tracks, in order.',
  params: idParams,
  streamed: true,
  returns: z.object({ playlist: Playlist, entries: z.array(PlaylistEntry) }),
});

export const movePlaylistTrack = endpoint('POST /playlist/:id/order', {
  access: 'signed-in',
  summary: 'Moves a track right before or right after another one; returns the ids of all entries in order.',
  params: idParams,
  body: z
    .object({ playlist_track_id: id, before: id.optional(), after: id.optional() })
    .refine(
      ({ before, after }) => (before === undefined) !== (after === undefined),
      'Please give either `before` or `after`.',
    ),
  returns: z.object({ order: z.array(id) }),
});

export const listPlaylistTracks = endpoint('GET /playlist_track', {
  access: 'anyone',
  cost: listCost,
  summary:
    "Lists the entries of a playlist in order; without `playlist_id`, those of all the caller's playlists.",
  query: pageQuery.extend({ playlist_id: id.optional() }),
  returns: z.array(PlaylistTrack),
});

export const getPlaylistTrack = endpoint('GET /playlist_track/:id', {
  access: 'anyone',
  summary: "Returns an entry of one of the caller's playlists or of a public one, any for an admin.",
  params: idParams,
  returns: PlaylistTrack,
});

export const addPlaylistTrack = endpoint('POST /playlist_track', {
  access: 'signed-in',
  summary:
    'Adds a live track to a playlist: at `position`, or at the end for 0 (§3). 409 `already_in_playlist` with its `playlist_track_id`.',
  body: z.object({
    playlist_id: id,
    track_id: id,
    position: position.optional(),
    sort_index: position.optional(),
  }),
  returns: PlaylistTrack,
  status: 201,
});

export const editPlaylistTrack = endpoint('PATCH /playlist_track/:id', {
  access: 'signed-in',
  summary: 'Moves an entry to `position`, counted from 0; a position beyond the end means the end.',
  params: idParams,
  body: z.object({
    playlist_track_id: id.optional(),
    playlist_id: id.optional(),
    track_id: id.optional(),
    position: position.optional(),
    sort_index: position.optional(),
  }),
  returns: PlaylistTrack,
});

export const removePlaylistTrack = endpoint('DELETE /playlist_track/:id', {
  access: 'signed-in',
  summary: 'Removes a track from a playlist, by the id of its entry.',
  params: idParams,
  returns: nothing,
});
