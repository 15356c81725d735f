/** Numbers and choices of the library and of playlists. No zod here: the browser takes this file into its first chunk. */

/** Orders of the library: last saved first, or from A to Z, or the shortest first. */
export const librarySorts = ['recent', 'title', 'artist', 'duration'] as const;
export type LibrarySort = (typeof librarySorts)[number];

/** One call asks about the hearts of this many tracks at most. */
export const HEARTS_AT_ONCE = 100;

export const privacies = ['public', 'private'] as const;
export type Privacy = (typeof privacies)[number];

/** Characters (§9; the description's is ours). */
export const PLAYLIST_NAME_MAX = 100;
export const PLAYLIST_DESCRIPTION_MAX = 500;

/** Tracks in one playlist: as many as one call brings and a screen scrolls through without a stutter. */
export const PLAYLIST_TRACKS_MAX = 1000;

/** Covers of its first tracks stand in for the cover that a playlist does not have. */
export const MOSAIC_SIZE = 4;

/** What a playlist can be taken home as; both can be brought back. */
export const playlistFormats = ['m3u8', 'json'] as const;
export type PlaylistFormat = (typeof playlistFormats)[number];

/** A playlist that is brought back: at most this many bytes. */
export const PLAYLIST_FILE_MAX_BYTES = 1024 * 1024;
