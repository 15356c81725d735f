import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams } from './fields.ts';
import { PLAYLIST_FILE_MAX_BYTES, playlistFormats } from './library-constants.ts';
import { Playlist, playlistName } from './playlists.ts';

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
    'Creates a private playlist from a file (the body is the file itself): M3U8, XSPF or JSPF. Finds tracks by id, then by title and artist.',
  query: z.object({ name: playlistName.optional() }),
  file: { maxBytes: PLAYLIST_FILE_MAX_BYTES },
  returns: z.object({
    playlist: Playlist,
    /** Tracks of the file that Ovation does not have, as the file names them. */
    notFound: z.array(z.object({ title: z.string(), display_artist: z.string() })),
    /** How many duplicates the file contains: a playlist contains each track once. */
    repeated: z.int().nonnegative(),
  }),
  status: 201,
});
