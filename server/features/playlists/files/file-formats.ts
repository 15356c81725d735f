import { Problem } from 'contract/errors.ts';
import { PLAYLIST_NAME_MAX, PLAYLIST_TRACKS_MAX } from 'contract/features/library-constants.ts';
import { playlistName } from 'contract/features/playlists.ts';
import { TRACK_NAME_MAX } from 'contract/features/publishing-constants.ts';
import { toOneLine } from 'contract/fields.ts';
import { z } from 'zod';
import { type FileEntry, type FileReference, toReference } from './file-entries.ts';

/** The content of a playlist file, valid for storing. */
export interface ParsedPlaylist {
  /** Undefined if the file has no valid name. */
  name: string | undefined;
  description: string | null;
  references: FileReference[];
}

/** @throws Problem `playlist_full`. */
export function assertRoom(count: number): void {
  if (count > PLAYLIST_TRACKS_MAX)
    throw new Problem('playlist_full', undefined, { limit: PLAYLIST_TRACKS_MAX });
}

export const parseName = (text: string): string | undefined =>
  playlistName.safeParse(toOneLine(text, PLAYLIST_NAME_MAX)).data;

function parseId(text: string): string | undefined {
  return z.uuid().safeParse(text.trim()).data?.toLowerCase();
}

const noEntry = (): FileEntry => ({ title: '', artist: '', label: '', path: '' });

/** Our own extension of M3U8, which other players ignore: the id of the next track. */
const ID_LINE = '#OVATION-TRACK:';

/** @throws Problem `playlist_full`. */
export function parseM3u(text: string): ParsedPlaylist {
  let name: string | undefined;
  let entry = noEntry();
  const references: FileReference[] = [];
  for (const [raw] of text.matchAll(/[^\r\n]+/g)) {
    const line = raw.trim();
    if (line === '') continue;
    if (!line.startsWith('#')) {
      assertRoom(references.length + 1);
      references.push(toReference({ ...entry, path: line }));
      entry = noEntry();
    } else if (line.startsWith(ID_LINE)) entry.track_id = parseId(line.slice(ID_LINE.length));
    else if (/^#PLAYLIST:/i.test(line)) name ??= parseName(line.slice('#PLAYLIST:'.length));
    else if (/^#EXTINF:/i.test(line)) entry.label = afterAttributes(line);
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

/** Winamp's format: numbered lines in any order. @throws Problem `playlist_full`. */
export function parsePls(text: string): ParsedPlaylist {
  const entries = new Map<number, FileEntry>();
  for (const [, field, number, value] of text.matchAll(/^[ \t]*(file|title)(\d{1,9})[ \t]*=([^\r\n]*)/gim)) {
    const entry = entries.get(Number(number)) ?? noEntry();
    entries.set(Number(number), entry);
    assertRoom(entries.size);
    entry[field!.toLowerCase() === 'file' ? 'path' : 'label'] = value!;
  }
  const sorted = [...entries].sort(([a], [b]) => a - b);
  return { name: undefined, description: null, references: sorted.map(([, entry]) => toReference(entry)) };
}

/**
 * A list that iTunes exported as text: a line of column names in the user's language, then a line for each track with
 * its title and artist first.
 * @throws Problem `playlist_full`.
 */
export function parseTable(text: string): ParsedPlaylist {
  const [, ...rows] = text.split(/[\r\n]+/).filter(Boolean);
  assertRoom(rows.length);
  const references = rows.map((row) => {
    const [title = '', artist = ''] = row.split('\t', 2);
    return toReference({ ...noEntry(), title, artist });
  });
  return { name: undefined, description: null, references };
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

/** A name that cannot begin a line of its own. */
const lineOf = (name: string) => toOneLine(name, TRACK_NAME_MAX);

/** Extended M3U in UTF-8, as VLC, foobar2000 and others read it. Omits tracks that cannot be played. */
export function toM3u8({ name, tracks }: FilePlaylist): string {
  const lines = tracks
    .filter((track) => track.audio_url !== null)
    .flatMap((track) => [
      `${ID_LINE}${track.track_id}`,
      `#EXTINF:${track.duration_seconds},${lineOf(track.display_artist)} - ${lineOf(track.title)}`,
      track.audio_url!,
    ]);
  return `${['#EXTM3U', `#PLAYLIST:${lineOf(name)}`, ...lines].join('\n')}\n`;
}
