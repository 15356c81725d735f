import { readFile } from 'node:fs/promises';
import type { Context } from '../../platform/context.ts';
import { etagOf } from '../../platform/http/compress.ts';
import type { PictureCache } from '../../platform/media/picture.ts';
import { getTrack } from '../tracks/tracks.ts';

/** Changes with the drawing, so that nobody keeps an old one. */
const VERSION = 2;

export interface Picture {
  etag: string;
  /** @returns a JPEG. */
  draw: () => Promise<Buffer>;
}

/** The picture of a song for link previews. @throws Problem `not_found`. */
export async function findSongPicture(c: Context, draw: PictureCache<Buffer>, id: string): Promise<Picture> {
  const track = await getTrack(c, id);
  const { title, display_artist: artist, cover_image_url, waveform_json_url } = track;
  const etag = etagOf(JSON.stringify([VERSION, title, artist, cover_image_url, waveform_json_url]));
  const drawIt = () =>
    withFile(c, cover_image_url, (cover) =>
      withFile(c, waveform_json_url, async (file) => {
        const waveform = file === undefined ? undefined : await readFile(file, 'utf8');
        // Loaded with the first picture: reading fonts takes much code.
        const { drawSong } = await import('./draw.ts');
        return drawSong({ title, artist, cover, waveform });
      }),
    );
  return { etag, draw: () => draw(etag, drawIt) };
}

/** Uses a local copy of a stored file; undefined if it is missing or elsewhere. */
async function withFile<T>(
  c: Context,
  address: string | null,
  use: (file: string | undefined) => Promise<T>,
): Promise<T> {
  const copy = address === null ? undefined : await c.media.localCopy(address);
  try {
    return await use(copy?.file);
  } finally {
    await copy?.release();
  }
}
