import { Problem } from 'contract/errors.ts';
import { PLAYLIST_NAME_MAX, PLAYLIST_TRACKS_MAX } from 'contract/library-constants.ts';
import { playlistName } from 'contract/playlists.ts';
import { TRACK_NAME_MAX } from 'contract/publishing-constants.ts';
import { z } from 'zod';
import type { TrackReference } from '../tracks/tracks.ts';

/** The content of a playlist file, valid for storing. */
export interface ParsedPlaylist {
  /** Undefined if the file has no valid name. */
  name: string | undefined;
  description: string | null;
  /** `title` and `display_artist` are reported if the track is not found. */
  references: (TrackReference & { title: string; display_artist: string })[];
}

/** Longer names are truncated: room for an artist and a title of ours in one line. */
const NAME_MAX = 2 * TRACK_NAME_MAX + 10;

/** @throws Problem `playlist_full`. */
export function assertRoom(count: number): void {
  if (count > PLAYLIST_TRACKS_MAX)
    throw new Problem('playlist_full', undefined, { limit: PLAYLIST_TRACKS_MAX });
}

/** Replaces line breaks and control characters, so that the text cannot start a line of its own. */
export const singleLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Truncates text and removes what the databases refuse: NUL and lone surrogates. */
export const truncate = (text: string, max: number) =>
  text.replaceAll('\0', '').toWellFormed().slice(0, max).toWellFormed();

export const parseTrackName = (text: string) =>
  truncate(singleLine(text.replaceAll('\0', '').toWellFormed()), NAME_MAX);

export function parseName(text: string): string | undefined {
  const name = truncate(singleLine(text.replaceAll('\0', '').toWellFormed()), PLAYLIST_NAME_MAX);
  return playlistName.safeParse(name).data;
}

export function parseId(text: string): string | undefined {
  return z.uuid().safeParse(text.trim()).data?.toLowerCase();
}
