import { Problem } from 'contract/errors.ts';
import { PLAYLIST_DESCRIPTION_MAX } from 'contract/library-constants.ts';
import { z } from 'zod';
import {
  assertRoom,
  type ParsedPlaylist,
  parseId,
  parseName,
  parseTrackName,
  truncate,
} from './file-fields.ts';
import { parseM3u } from './m3u.ts';

/**
 * Parses a file that was exported here, or any extended M3U.
 * @throws Problem `bad_playlist_file` for anything else; `playlist_full` if it has too many tracks.
 */
export function parsePlaylistFile(file: unknown): ParsedPlaylist {
  if (!Buffer.isBuffer(file)) throw new Problem('bad_playlist_file');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file).trimStart();
  } catch {
    throw new Problem('bad_playlist_file');
  }
  if (text.startsWith('{')) return parseJson(text);
  if (/^#EXTM3U(?!\w)/i.test(text)) return parseM3u(text);
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

function parseJson(text: string): ParsedPlaylist {
  let value: { tracks?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('bad_playlist_file');
  }
  // Before validating each of a million tracks.
  if (Array.isArray(value?.tracks)) assertRoom(value.tracks.length);
  const { data } = jsonShape.safeParse(value);
  if (!data) throw new Problem('bad_playlist_file');
  return {
    name: parseName(data.name ?? ''),
    description: truncate(data.description ?? '', PLAYLIST_DESCRIPTION_MAX).trim() || null,
    references: data.tracks.map(({ track_id, ...names }) => {
      const title = parseTrackName(names.title ?? '');
      const display_artist = parseTrackName(names.display_artist ?? '');
      return { track_id: parseId(track_id ?? ''), title, display_artist, names: [{ title, display_artist }] };
    }),
  };
}
