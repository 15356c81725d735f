/** Limits and choices of the library and of playlists. Without zod, since this is part of the page's first chunk. */

/** Orders of the library: last saved first, A to Z, or shortest first. */
export const librarySorts = ['recent', 'title', 'artist', 'duration'] as const;
export type LibrarySort = (typeof librarySorts)[number];

/** Maximum number of tracks in one query of hearts. */
export const HEARTS_AT_ONCE = 100;

export const privacies = ['public', 'private'] as const;
export type Privacy = (typeof privacies)[number];

/** Characters (§9; the description's is ours). */
export const PLAYLIST_NAME_MAX = 100;
export const PLAYLIST_DESCRIPTION_MAX = 500;

/** Tracks per playlist: as many as one call returns and a page scrolls smoothly. */
export const PLAYLIST_TRACKS_MAX = 1000;

/** People who edit one playlist besides its owner, or are invited to by name. */
export const EDITORS_MAX = 20;
/** Playlists of others that one member edits. */
export const SHARED_PLAYLISTS_MAX = 100;
/** Lifetime of the link that invites editors, days. */
export const INVITATION_DAYS = 7;

/** A playlist without a cover shows a mosaic of its first tracks' covers. */
export const MOSAIC_SIZE = 4;

/** Export formats; all can be imported again. */
export const playlistFormats = ['m3u8', 'xspf', 'jspf'] as const;
export type PlaylistFormat = (typeof playlistFormats)[number];

/** Size limit of an imported playlist file, bytes. */
export const PLAYLIST_FILE_MAX_BYTES = 1024 * 1024;
