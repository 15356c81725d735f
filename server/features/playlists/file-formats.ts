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
const singleLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Truncates text and removes what the databases refuse: NUL and lone surrogates. */
export const truncate = (text: string, max: number) =>
  text.replaceAll('\0', '').toWellFormed().slice(0, max).toWellFormed();

export const parseTrackName = (text: string) =>
  truncate(singleLine(text.replaceAll('\0', '').toWellFormed()), NAME_MAX);

export function parseName(text: string): string | undefined {
  const name = truncate(singleLine(text.replaceAll('\0', '').toWellFormed()), PLAYLIST_NAME_MAX);
  return playlistName.safeParse(name).data;
}

function parseId(text: string): string | undefined {
  return z.uuid().safeParse(text.trim()).data?.toLowerCase();
}

/** Our own extension of M3U8, which other players ignore: the id of the next track. */
const ID_LINE = '#OVATION-TRACK:';

/** @throws Problem `playlist_full`. */
export function parseM3u(text: string): ParsedPlaylist {
  let name: string | undefined;
  let title = '';
  let track_id: string | undefined;
  const references: ParsedPlaylist['references'] = [];
  for (const [raw] of text.matchAll(/[^\r\n]+/g)) {
    const line = raw.trim();
    if (line === '') continue;
    if (!line.startsWith('#')) {
      assertRoom(references.length + 1);
      references.push(toReference(track_id, parseTrackName(title) || fileName(line)));
      title = '';
      track_id = undefined;
    } else if (line.startsWith(ID_LINE)) track_id = parseId(line.slice(ID_LINE.length));
    else if (/^#PLAYLIST:/i.test(line)) name ??= parseName(line.slice('#PLAYLIST:'.length));
    else if (/^#EXTINF:/i.test(line)) title = afterAttributes(line);
  }
  return { name, description: null, references };
}

/** The text after the first comma outside quotes: attributes may contain commas. */
function afterAttributes(line: string): string {
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    else if (line[i] === ',' && !quoted) return line.slice(i + 1);
  }
  return line.slice(line.indexOf(',') + 1);
}

/** How many ways to split `Artist - Title` are tried: artist and title may contain ` - ` too. */
const MAX_SPLITS = 5;

export function toReference(
  track_id: string | undefined,
  text: string,
): ParsedPlaylist['references'][number] {
  const parts = text.split(' - ');
  const names = parts.slice(1, MAX_SPLITS + 1).map((_, i) => ({
    display_artist: parts
      .slice(0, i + 1)
      .join(' - ')
      .trim(),
    title: parts
      .slice(i + 1)
      .join(' - ')
      .trim(),
  }));
  return { track_id, names, ...(names[0] ?? { title: text, display_artist: '' }) };
}

/** The last part of a path or URL, without its extension. */
export function fileName(line: string): string {
  const last = line.split(/[?#]/)[0]!.split(/[\\/]/).at(-1)!;
  let decoded = last;
  try {
    decoded = decodeURIComponent(last);
  } catch {
    // Not a URL: the percent sign is part of the name.
  }
  return parseTrackName(decoded.replace(/\.\w{2,4}$/, ''));
}

/** A track as it is written to a file. */
export interface FileTrack {
  track_id: string;
  title: string;
  display_artist: string;
  duration_seconds: number;
  /** Null for tracks that are no longer live. */
  audio_url: string | null;
}

/** A playlist as it is written to a file. */
export interface FilePlaylist {
  name: string;
  description: string | null;
  tracks: FileTrack[];
  /** The scheme and host of the site. */
  origin: string;
}

/** Extended M3U in UTF-8, as VLC, foobar2000 and others read it. Omits tracks that cannot be played. */
export function toM3u8({ name, tracks }: FilePlaylist): string {
  const lines = tracks
    .filter((track) => track.audio_url !== null)
    .flatMap((track) => [
      `${ID_LINE}${track.track_id}`,
      `#EXTINF:${track.duration_seconds},${singleLine(track.display_artist)} - ${singleLine(track.title)}`,
      track.audio_url!,
    ]);
  return `${['#EXTM3U', `#PLAYLIST:${singleLine(name)}`, ...lines].join('\n')}\n`;
}
