import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, oneLine, pageQuery, text, webAddress } from '../fields.ts';
import { english } from '../text/messages.ts';
import {
  EDITORS_MAX,
  MOSAIC_SIZE,
  PLAYLIST_DESCRIPTION_MAX,
  PLAYLIST_FILE_MAX_BYTES,
  PLAYLIST_NAME_MAX,
  playlistFormats,
  privacies,
} from './library-constants.ts';
import { Track } from './tracks.ts';

/** Somebody who edits a playlist, or is invited to. */
const PlaylistPerson = z.object({ username: z.string(), avatar_url: webAddress.nullable() });
export type PlaylistPerson = z.output<typeof PlaylistPerson>;

/** A playlist (§3) with what its card shows. Only live tracks count. */
export const Playlist = z.object({
  id,
  /** Null for everyone except the owner and admins; others get only the username. */
  user_id: id.nullable(),
  username: z.string(),
  /** True if the owner has a VIP badge. */
  owner_vip: z.boolean(),
  name: z.string(),
  description: z.string().nullable(),
  privacy: z.enum(privacies),
  cover_image_url: webAddress.nullable(),
  is_deleted: z.boolean(),
  created_at: epochMs,
  updated_at: epochMs,
  track_count: z.int().nonnegative(),
  total_seconds: z.int().nonnegative(),
  /** Covers of its first tracks, for the mosaic of a playlist without its own cover. */
  covers: z.array(webAddress).max(MOSAIC_SIZE),
  /** Role of the caller: editors add, remove and order its tracks. */
  role: z.enum(['owner', 'editor']).nullable(),
  /** Editors besides its owner, longest first. */
  editors: z.array(PlaylistPerson),
});
export type Playlist = z.output<typeof Playlist>;

/** One of the playlists that the caller edits in the 'Add to Playlist' dialog, with the id of its entry if it contains the track. */
export const PlaylistChoice = z.object({
  id,
  name: z.string(),
  privacy: z.enum(privacies),
  playlist_track_id: id.nullable(),
});
export type PlaylistChoice = z.output<typeof PlaylistChoice>;

export const playlistName = oneLine(PLAYLIST_NAME_MAX, english('Please enter a name.'));
/** Blank means none. */
const description = text(PLAYLIST_DESCRIPTION_MAX)
  .nullable()
  .transform((value) => value?.trim() || null);
/** A cover on Ovation, such as that of one of its tracks; blank means none. */
const cover = z
  .union([z.literal(''), z.null(), webAddress], english('Please enter a web address.'))
  .transform((value) => value || null);
const privacy = z.enum(privacies, english('Please choose public or private.'));

export const listPlaylists = endpoint('GET /playlist', {
  access: 'signed-in',
  cost: listCost,
  summary: "Lists the caller's playlists, newest first.",
  query: pageQuery,
  returns: z.array(Playlist),
});

export const listSharedPlaylists = endpoint('GET /playlist/shared', {
  access: 'signed-in',
  cost: 10,
  summary: 'Lists the playlists of others that the caller edits, newest first: 100 at most.',
  returns: z.array(Playlist),
});

export const listChoices = endpoint('GET /playlist/containing', {
  access: 'signed-in',
  cost: listCost,
  summary: 'Lists the playlists that the caller edits, newest first, and which of them contain this track.',
  query: pageQuery.extend({ track_id: id }),
  returns: z.array(PlaylistChoice),
});

export const getPlaylist = endpoint('GET /playlist/:id', {
  access: 'anyone',
  summary: 'Returns a playlist: one that the caller edits or a public one, any for an admin.',
  params: idParams,
  returns: Playlist,
});

export const createPlaylist = endpoint('POST /playlist', {
  access: 'signed-in',
  summary: "Creates a playlist. 403 `limit_reached` with the plan's `limit`.",
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
  summary: "Changes a playlist. `is_deleted: false` restores a deleted one, within the plan's limit.",
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
  summary: 'Deletes a playlist; `PATCH` with `is_deleted: false` restores it.',
  params: idParams,
  returns: nothing,
});

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
  /** The username; null if the account is gone. */
  added_by: z.string().nullable(),
  track: Track.nullable(),
});
export type PlaylistEntry = z.output<typeof PlaylistEntry>;

/** Beyond the end means the end. */
const position = z
  .int(english('The position must be a whole number, 0 or greater.'))
  .nonnegative(english('The position must be a whole number, 0 or greater.'));

export const getPlaylistTracks = endpoint('GET /playlist/:id/tracks', {
  access: 'anyone',
  cost: 10,
  summary: 'Returns a playlist with all its tracks, in order.',
  params: idParams,
  streamed: true,
  returns: z.object({
    playlist: Playlist,
    entries: z.array(PlaylistEntry),
    /** The `key` of `GET /playlist/:id/events`; null if nobody else edits the playlist or is invited to. */
    live: z.string().nullable(),
  }),
});

export const movePlaylistTrack = endpoint('POST /playlist/:id/order', {
  access: 'signed-in',
  summary:
    'Moves a track right before or right after another one; returns the ids of all entries in order. If that one is gone, it goes to the other side of `neighbor`; without either, 404, and nothing moves.',
  params: idParams,
  body: z
    .object({
      playlist_track_id: id,
      before: id.optional(),
      after: id.optional(),
      neighbor: id.optional(),
    })
    .refine(
      ({ before, after }) => (before === undefined) !== (after === undefined),
      english('Please give either `before` or `after`.'),
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
  summary: 'Returns an entry of a playlist that the caller edits or of a public one, any for an admin.',
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

export const exportPlaylist = endpoint('GET /playlist/:id/export', {
  access: 'anyone',
  cost: 20,
  summary: 'Exports a playlist as a file: M3U8 with what can be played, or XSPF or JSPF with everything.',
  params: idParams,
  query: z.object({ format: z.enum(playlistFormats).default('m3u8') }),
  returns: z.string(),
});

export const importPlaylist = endpoint('POST /playlist/import', {
  access: 'signed-in',
  cost: 50,
  summary:
    'Creates a private playlist from a file (the body is the file itself), in any encoding: M3U, PLS, XSPF, JSPF, or the text or XML that iTunes exports. Finds tracks by id, then by title and artist, which may be in the names of files and folders.',
  query: z.object({ name: playlistName.optional() }),
  file: { maxBytes: PLAYLIST_FILE_MAX_BYTES },
  returns: z.object({
    playlist: Playlist,
    /** Tracks of the file that Ovation does not have, as the file names them. */
    notFound: z.array(z.object({ title: z.string(), display_artist: z.string() })),
    /** Number of duplicates in the file: a playlist contains each track once. */
    repeated: z.int().nonnegative(),
  }),
  status: 201,
});

export const subscribePlaylist = endpoint('GET /playlist/:id/events', {
  access: 'anyone',
  summary:
    'Server-sent events: `changed` whenever the playlist, its tracks or its editors changed. `key` is `live` of `GET /playlist/:id/tracks`; it changes with the editors, and the streams with the former key end.',
  params: idParams,
  query: z.object({ key: z.string().max(100) }),
  returns: nothing,
  events: true,
});

const InvitationLink = z.object({ expires_at: epochMs, uses_left: z.int().nonnegative() });

export const getInvitations = endpoint('GET /playlist/:id/invitations', {
  access: 'signed-in',
  summary: "Whom the caller's playlist invites: by name, and the link that is open.",
  params: idParams,
  returns: z.object({ invited: z.array(PlaylistPerson), link: InvitationLink.nullable() }),
});

export const inviteEditor = endpoint('POST /playlist/:id/invitations', {
  access: 'signed-in',
  confirmed: true,
  summary: "Invites a member to edit the caller's playlist. 409 `already_editor`, `too_many_editors`.",
  params: idParams,
  body: z.object({ username: oneLine(100, english('Please enter a username.')) }),
  returns: nothing,
  status: 201,
});

export const createInvitationLink = endpoint('PUT /playlist/:id/invitation-link', {
  access: 'signed-in',
  confirmed: true,
  summary:
    "Makes the link that invites editors to the caller's playlist, for seven days: the page `/playlists/:id?invitation#TOKEN`. The token is not shown again. A former link ends.",
  params: idParams,
  body: z.object({ uses: z.int().min(1).max(EDITORS_MAX).default(1) }),
  returns: InvitationLink.extend({ token: z.string() }),
});

export const revokeInvitationLink = endpoint('DELETE /playlist/:id/invitation-link', {
  access: 'signed-in',
  summary: "Ends the link that invites editors to the caller's playlist.",
  params: idParams,
  returns: nothing,
});

const invitation = z.object({ token: z.string().max(100).optional() });

export const checkInvitation = endpoint('POST /playlist/:id/invitation', {
  access: 'anyone',
  summary:
    'What an invitation is to: by its link, or the one that names the caller. 403 `bad_invitation`, `invitation_used`, `invitation_expired`.',
  params: idParams,
  body: invitation,
  returns: z.object({
    name: z.string(),
    owner: z.string(),
    /** True if the caller edits it already, or owns it. */
    joined: z.boolean(),
  }),
});

export const joinPlaylist = endpoint('POST /playlist/:id/editors', {
  access: 'signed-in',
  summary:
    'Accepts an invitation, as for `POST /playlist/:id/invitation`. Who edits the playlist already uses nothing up. 409 `too_many_editors`, `too_many_shared`.',
  params: idParams,
  body: invitation,
  returns: Playlist,
});

export const removeEditor = endpoint('DELETE /playlist/:id/editors/:username', {
  access: 'signed-in',
  summary:
    "Removes an editor from the caller's playlist, or takes an invitation back; with the caller's own name, leaves the playlist or declines.",
  params: z.strictObject({ id, username: z.string().max(100) }),
  returns: nothing,
});
