import { Problem } from 'contract/errors.ts';
import {
  PLAYLIST_DESCRIPTION_MAX,
  PLAYLIST_NAME_MAX,
  PLAYLIST_TRACKS_MAX,
} from 'contract/library-constants.ts';
import { type PlaylistFile, playlistName } from 'contract/playlists.ts';
import { z } from 'zod';
import type { TrackReference } from '../tracks/tracks.ts';

/** A track as a playlist's file knows it. */
export interface FileTrack {
  track_id: string;
  title: string;
  display_artist: string;
  duration_seconds: number;
  /** Null for what is gone. */
  audio_url: string | null;
}

/** What a file says, made fit to be kept. */
export interface ReadPlaylist {
  /** Undefined where the file has none that could be shown. */
  name: string | undefined;
  description: string | null;
  /** As `title` and `display_artist` it is told again if it cannot be found. */
  mentions: (TrackReference & { title: string; display_artist: string })[];
}

/** Our own line in M3U8, which other players pass over: the id of the track that follows. */
const ID_LINE = '#OVATION-TRACK:';

/** Longer names of tracks are cut: none of ours is. */
const LONGEST_NAME = 1000;

export function asJson(
  playlist: { name: string; description: string | null },
  tracks: FileTrack[],
): PlaylistFile {
  return {
    format: 'ovation-playlist',
    version: 1,
    name: playlist.name,
    description: playlist.description,
    tracks: tracks.map(({ audio_url, ...track }) => track),
  };
}

/** Extended M3U in UTF-8, as VLC, foobar2000 and others read it; what is gone cannot be played and is left out. */
export function asM3u8(playlist: { name: string }, tracks: FileTrack[]): string {
  const lines = tracks
    .filter((track) => track.audio_url !== null)
    .flatMap((track) => [
      `${ID_LINE}${track.track_id}`,
      `#EXTINF:${track.duration_seconds},${inLine(track.display_artist)} - ${inLine(track.title)}`,
      track.audio_url!,
    ]);
  return `${['#EXTM3U', `#PLAYLIST:${inLine(playlist.name)}`, ...lines].join('\n')}\n`;
}

/** Text that cannot begin a line of its own. */
const inLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Reads a file of ours, or any extended M3U.
 * @throws Problem `bad_playlist_file` for anything else; `playlist_full` when it has too many tracks.
 */
export function readPlaylistFile(file: unknown): ReadPlaylist {
  if (!Buffer.isBuffer(file)) throw new Problem('bad_playlist_file');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file).trimStart();
  } catch {
    throw new Problem('bad_playlist_file');
  }
  if (text.startsWith('{')) return readJson(text);
  if (/^#EXTM3U(?!\w)/i.test(text)) return readM3u(text);
  throw new Problem('bad_playlist_file');
}

const jsonShape = z.object({
  format: z.literal('ovation-playlist'),
  name: z.string().optional(),
  description: z.string().nullish(),
  tracks: z.array(
    z.object({
      track_id: z.string().nullish(),
      title: z.string().optional(),
      display_artist: z.string().optional(),
    }),
  ),
});

function readJson(text: string): ReadPlaylist {
  const value = parsed(text);
  // Before each of a million is looked at.
  if (Array.isArray(value?.tracks)) mustHaveRoom(value.tracks.length);
  const { data } = jsonShape.safeParse(value);
  if (!data) throw new Problem('bad_playlist_file');
  return {
    name: nameFrom(data.name ?? ''),
    description:
      clean(data.description ?? '')
        .slice(0, PLAYLIST_DESCRIPTION_MAX)
        .toWellFormed()
        .trim() || null,
    mentions: data.tracks.map(({ track_id, ...names }) => {
      const title = trackName(names.title);
      const display_artist = trackName(names.display_artist);
      return { track_id: idFrom(track_id ?? ''), title, display_artist, names: [{ title, display_artist }] };
    }),
  };
}

function parsed(text: string): { tracks?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('bad_playlist_file');
  }
}

function readM3u(text: string): ReadPlaylist {
  let name: string | undefined;
  let told = '';
  let track_id: string | undefined;
  const mentions: ReadPlaylist['mentions'] = [];
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (/^#PLAYLIST:/i.test(line)) name ??= nameFrom(line.slice('#PLAYLIST:'.length));
    else if (line.startsWith(ID_LINE)) track_id = idFrom(line.slice(ID_LINE.length));
    else if (/^#EXTINF:/i.test(line)) told = afterAttributes(line);
    else if (line !== '' && !line.startsWith('#')) {
      mustHaveRoom(mentions.length + 1);
      mentions.push(mention(track_id, trackName(told) || fileName(line)));
      told = '';
      track_id = undefined;
    }
  }
  return { name, description: null, mentions };
}

/** What stands behind the first comma that is not inside of quotes: attributes may hold commas of their own. */
function afterAttributes(line: string): string {
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    else if (line[i] === ',' && !quoted) return line.slice(i + 1);
  }
  return line.slice(line.indexOf(',') + 1);
}

/** A line like `Artist - Title`; both may hold ` - ` too, so every place where it may be split is tried. */
const MOST_SPLITS = 5;

function mention(track_id: string | undefined, told: string): ReadPlaylist['mentions'][number] {
  const parts = told.split(' - ');
  const names = parts.slice(1, MOST_SPLITS + 1).map((_, i) => ({
    display_artist: parts
      .slice(0, i + 1)
      .join(' - ')
      .trim(),
    title: parts
      .slice(i + 1)
      .join(' - ')
      .trim(),
  }));
  return { track_id, names, ...(names[0] ?? { title: told, display_artist: '' }) };
}

/** The last part of a path or address, without its ending. */
function fileName(line: string): string {
  const last = line.split(/[?#]/)[0]!.split(/[\\/]/).at(-1)!;
  let plain = last;
  try {
    plain = decodeURIComponent(last);
  } catch {
    // Not an address: a percent sign is one.
  }
  return trackName(plain.replace(/\.\w{2,4}$/, ''));
}

function mustHaveRoom(count: number): void {
  if (count > PLAYLIST_TRACKS_MAX)
    throw new Problem('playlist_full', undefined, { limit: PLAYLIST_TRACKS_MAX });
}

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();

const trackName = (text: string | undefined) =>
  inLine(clean(text ?? ''))
    .slice(0, LONGEST_NAME)
    .toWellFormed();

/** The file's own name where it can be shown, cut where it is too long. */
function nameFrom(text: string): string | undefined {
  const fit = inLine(clean(text)).slice(0, PLAYLIST_NAME_MAX).toWellFormed();
  return playlistName.safeParse(fit).data;
}

function idFrom(text: string): string | undefined {
  return z.uuid().safeParse(text.trim()).data?.toLowerCase();
}
