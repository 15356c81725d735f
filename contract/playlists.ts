import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, oneLine, pageQuery, text, webAddress } from './fields.ts';
import {
  MOSAIC_SIZE,
  PLAYLIST_DESCRIPTION_MAX,
  PLAYLIST_FILE_MAX_BYTES,
  PLAYLIST_NAME_MAX,
  playlistFormats,
  privacies,
} from './library-constants.ts';
import { Track } from './tracks.ts';

/** A playlist (§3) with what a card shows of it. Tracks that are gone are not counted. */
export const Playlist = z.object({
  id,
  /** Null for everybody but the owner and admins: of the owner, others are told the username alone. */
  user_id: id.nullable(),
  username: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  privacy: z.enum(privacies),
  cover_image_url: webAddress.nullable(),
  is_deleted: z.boolean(),
  created_at: epochMs,
  updated_at: epochMs,
  track_count: z.int().nonnegative(),
  total_seconds: z.int().nonnegative(),
  /** Covers of its first tracks, for the mosaic where it has no cover of its own. */
  covers: z.array(webAddress).max(MOSAIC_SIZE),
});
export type Playlist = z.output<typeof Playlist>;

/** A track's place in a playlist (§3), counted from 0; `sort_index` is `position` by its other name. */
export const PlaylistTrack = z.object({
  id,
  playlist_id: id,
  track_id: id,
  position: z.int().nonnegative(),
  sort_index: z.int().nonnegative(),
  created_at: epochMs,
});
export type PlaylistTrack = z.output<typeof PlaylistTrack>;

/** A row of a playlist's page; `id` is the link's. `track` is null when it is gone: deleted, or not out again yet. */
export const PlaylistEntry = z.object({
  id,
  track_id: id,
  position: z.int().nonnegative(),
  title: z.string(),
  display_artist: z.string(),
  track: Track.nullable(),
});
export type PlaylistEntry = z.output<typeof PlaylistEntry>;

/** One of the caller's playlists as the 'Add to Playlist' dialog offers it; the link's id if it holds the track. */
export const PlaylistChoice = z.object({
  id,
  name: z.string(),
  privacy: z.enum(privacies),
  playlist_track_id: id.nullable(),
});
export type PlaylistChoice = z.output<typeof PlaylistChoice>;

/** A playlist as a file, to be kept elsewhere and brought back. */
export const PlaylistFile = z.object({
  format: z.literal('ovation-playlist'),
  version: z.literal(1),
  name: z.string(),
  description: z.string().nullable(),
  tracks: z.array(
    z.object({
      track_id: id,
      title: z.string(),
      display_artist: z.string(),
      duration_seconds: z.int(),
    }),
  ),
});
export type PlaylistFile = z.output<typeof PlaylistFile>;

export const playlistName = oneLine(PLAYLIST_NAME_MAX, 'Please give the playlist a name.');
/** Blank means none. */
const description = text(PLAYLIST_DESCRIPTION_MAX)
  .nullable()
  .transform((value) => value?.trim() || null);
/** A cover of ours, such as that of one of its tracks; blank means none. */
const cover = z
  .union([z.literal(''), z.null(), webAddress], 'This is not a web address.')
  .transform((value) => value || null);
const privacy = z.enum(privacies, 'Please choose public or private.');
/** Beyond the end means the end. */
const position = z
  .int('The position must be a whole number from 0.')
  .nonnegative('The position must be a whole number from 0.');

const nothing = z.object({});

export const listPlaylists = endpoint('GET /playlist', {
  access: 'signed-in',
  summary: "The caller's playlists, newest first.",
  query: pageQuery,
  returns: z.array(Playlist),
});

export const listChoices = endpoint('GET /playlist/containing', {
  access: 'signed-in',
  summary: "The caller's playlists, newest first, and which of them hold this track.",
  query: pageQuery.extend({ track_id: id }),
  returns: z.array(PlaylistChoice),
});

export const getPlaylist = endpoint('GET /playlist/:id', {
  access: 'anyone',
  summary: "One playlist: the caller's own, or a public one; any for an admin.",
  params: idParams,
  returns: Playlist,
});

export const getPlaylistTracks = endpoint('GET /playlist/:id/tracks', {
  access: 'anyone',
  summary: 'A playlist and everything in it, in order.',
  params: idParams,
  returns: z.object({ playlist: Playlist, entries: z.array(PlaylistEntry) }),
});

export const makePlaylist = endpoint('POST /playlist', {
  access: 'signed-in',
  summary: "Makes a playlist. 403 `limit_reached` with the plan's `limit`.",
  body: z.object({
    user_id: z.unknown().optional(),
    name: playlistName,
    description: description.optional(),
    privacy: privacy.default('public'),
    cover_image_url: cover.optional(),
  }),
  returns: Playlist,
  status: 201,
});

export const editPlaylist = endpoint('PATCH /playlist/:id', {
  access: 'signed-in',
  summary: 'Changes a playlist. `is_deleted: false` takes back its deletion, within the plan.',
  params: idParams,
  body: z.object({
    playlist_id: id.optional(),
    user_id: z.unknown().optional(),
    name: playlistName.optional(),
    description: description.optional(),
    privacy: privacy.optional(),
    cover_image_url: cover.optional(),
    is_deleted: z.boolean().optional(),
  }),
  returns: Playlist,
});

export const deletePlaylist = endpoint('DELETE /playlist/:id', {
  access: 'signed-in',
  summary: 'Hides a playlist; `PATCH` with `is_deleted: false` brings it back.',
  params: idParams,
  returns: nothing,
});

export const movePlaylistTrack = endpoint('POST /playlist/:id/order', {
  access: 'signed-in',
  summary:
    'Moves a link to right before, or right after, another; answers the ids of all links in their order.',
  params: idParams,
  body: z
    .object({ playlist_track_id: id, before: id.optional(), after: id.optional() })
    .refine(
      ({ before, after }) => (before === undefined) !== (after === undefined),
      'Please say either what it comes before, or what it comes after.',
    ),
  returns: z.object({ order: z.array(id) }),
});

export const exportPlaylist = endpoint('GET /playlist/:id/export', {
  access: 'anyone',
  summary: 'A playlist as a file: M3U8 for players, JSON for keeping.',
  params: idParams,
  query: z.strictObject({ format: z.enum(playlistFormats).default('m3u8') }),
  returns: z.union([PlaylistFile, z.string()]),
});

export const importPlaylist = endpoint('POST /playlist/import', {
  access: 'signed-in',
  summary:
    'Makes a private playlist of a file (the body is the file itself): our JSON, or M3U8. Finds tracks by id, then by title and artist.',
  query: z.strictObject({ name: playlistName.optional() }),
  file: { maxBytes: PLAYLIST_FILE_MAX_BYTES },
  returns: z.object({
    playlist: Playlist,
    /** What the file names and Ovation does not have, as the file says it. */
    notFound: z.array(z.object({ title: z.string(), display_artist: z.string() })),
    /** How often the file names a track again: a playlist holds each once. */
    repeated: z.int().nonnegative(),
  }),
  status: 201,
});

export const listPlaylistTracks = endpoint('GET /playlist_track', {
  access: 'anyone',
  summary: "The links of a playlist in order; without `playlist_id` those of all the caller's own.",
  query: pageQuery.extend({ playlist_id: id.optional() }),
  returns: z.array(PlaylistTrack),
});

export const getPlaylistTrack = endpoint('GET /playlist_track/:id', {
  access: 'anyone',
  summary: "One link of the caller's own playlists, or of a public one; any for an admin.",
  params: idParams,
  returns: PlaylistTrack,
});

export const addPlaylistTrack = endpoint('POST /playlist_track', {
  access: 'signed-in',
  summary:
    'Puts a live track into a playlist: at `position`, or at the end for 0 (§3). 409 `already_in_playlist` with its `playlist_track_id`.',
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
  summary: 'Moves a link to `position`, counted from 0; beyond the end means the end.',
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
  summary: 'Takes a track out of a playlist, by the id of the link.',
  params: idParams,
  returns: nothing,
});
