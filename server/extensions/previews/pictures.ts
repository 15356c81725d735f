import { readFile } from 'node:fs/promises';
import { Problem } from 'contract/errors.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { getRequest } from '../../features/song-requests/song-requests.ts';
import { getTrack } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { etagOf } from '../../platform/http/compress.ts';
import type { PictureCache } from '../../platform/media/picture.ts';

/** They change with the drawings, so that nobody keeps an old one. */
const SONG_VERSION = 2;
const REQUEST_VERSION = 1;

/** Brand of the site on pictures. */
const lookOf = ({ brand }: Context) => [brand.name, brand.tagline, brand.lamps, brand.picture];

export interface Picture {
  etag: string;
  /** @returns a JPEG. */
  draw: () => Promise<Buffer>;
}

/** The picture of a song for link previews. @throws Problem `not_found`. */
export async function findSongPicture(
  c: Context,
  draw: PictureCache<Buffer>,
  id: string,
  language: LanguageCode,
): Promise<Picture> {
  const track = await getTrack(c, id);
  const { title, display_artist: artist, cover_image_url, waveform_json_url } = track;
  const etag = etagOf(
    JSON.stringify([SONG_VERSION, language, lookOf(c), title, artist, cover_image_url, waveform_json_url]),
  );
  const drawIt = () =>
    withFile(c, cover_image_url, (cover) =>
      withFile(c, waveform_json_url, async (file) => {
        const waveform = file === undefined ? undefined : await readFile(file, 'utf8');
        // Loaded with the first picture: reading fonts takes much code.
        const { drawSong } = await import('./draw.ts');
        return drawSong({ site: c.brand, title, artist, cover, waveform, language });
      }),
    );
  return { etag, draw: () => draw(etag, drawIt) };
}

/** Uses a local copy of a stored file; undefined if it is missing or elsewhere. */
async function withFile<T>(
  c: Context,
  mediaPath: string | null,
  use: (file: string | undefined) => Promise<T>,
): Promise<T> {
  const copy = mediaPath === null ? undefined : await c.media.localCopy(mediaPath);
  try {
    return await use(copy?.file);
  } finally {
    await copy?.release();
  }
}

/**
 * The picture of a request that visitors may see.
 * @param lamp draws it as it was when this lamp was lit, as somebody's own; null draws it as it is.
 * @throws Problem `not_found`, also for a lamp that nobody has lit.
 */
export async function findRequestPicture(
  c: Context,
  draw: PictureCache<Buffer>,
  id: string,
  lamp: number | null,
  language: LanguageCode,
): Promise<Picture> {
  const { title, artist, votes } = await getRequest(c.db, null, id);
  const all = Math.min(votes, VOTE_GOAL);
  if (lamp !== null && (lamp < 1 || lamp > all)) throw new Problem('not_found');
  const picture = { title, artist, lit: lamp ?? all, lamp, language };
  const etag = etagOf(JSON.stringify([REQUEST_VERSION, lookOf(c), 'request', picture]));
  return {
    etag,
    draw: () => draw(etag, async () => (await import('./draw-request.ts')).drawRequest(picture, c.brand)),
  };
}

/** The picture of the site itself. */
export function sitePicture(c: Context, draw: PictureCache<Buffer>, language: LanguageCode): Picture {
  const etag = etagOf(JSON.stringify([language, lookOf(c)]));
  return {
    etag,
    draw: () => draw(etag, async () => (await import('./draw-request.ts')).drawSite(c.brand, language)),
  };
}
