import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, oneLine, pageQuery, text, webAddress } from './fields.ts';
import { MOSAIC_SIZE, PLAYLIST_DESCRIPTION_MAX, PLAYLIST_NAME_MAX, privacies } from './library-constants.ts';

/** A playlist (§3) with what its card shows. Only live tracks count. */
export const Playlist = z.object({
  id,
  /** Null for everyone except the owner and admins; others get only the username. */
  user_id: id.nullable(),
  username: z.string(),
  /** Whether the owner has a VIP badge. */
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
});
export type Playlist = z.output<typeof Playlist>;

/** One of the caller's playlists in the 'Add to Playlist' dialog, with the id of its entry if it contains the track. */
export const PlaylistChoice = z.object({
  id,
  name: z.string(),
  privacy: z.enum(privacies),
  playlist_track_id: id.nullable(),
});
export type PlaylistChoice = z.output<typeof PlaylistChoice>;

export const playlistName = oneLine(PLAYLIST_NAME_MAX, 'Please enter a name.');
/** Blank means none. */
const description = text(PLAYLIST_DESCRIPTION_MAX)
  .nullable()
  .transform((value) => value?.trim() || null);
/** A cover on Ovation, such as that of one of its tracks; blank means none. */
const cover = z
  .union([z.literal(''), z.null(), webAddress], 'Please enter a web address.')
  .transform((value) => value || null);
const privacy = z.enum(privacies, 'Please choose public or private.');

export const listPlaylists = endpoint('GET /playlist', {
  access: 'signed-in',
  cost: listCost,
  summary: "Lists the caller's playlists, newest first.",
  query: pageQuery,
  returns: z.array(Playlist),
});

export const listChoices = endpoint('GET /playlist/containing', {
  access: 'signed-in',
  cost: listCost,
  summary: "Lists the caller's playlists, newest first, and which of them contain this track.",
  query: pageQuery.extend({ track_id: id }),
  returns: z.array(PlaylistChoice),
});

export const getPlaylist = endpoint('GET /playlist/:id', {
  access: 'anyone',
  summary: "Returns a playlist: the caller's own or a public one, any for an admin.",
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
