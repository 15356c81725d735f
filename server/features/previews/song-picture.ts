import { readFile } from 'node:fs/promises';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../context.ts';
import { concurrencyLimit } from '../../platform/concurrency-limit.ts';
import { etagOf } from '../../platform/http/etag.ts';
import { getTrack } from '../tracks/tracks.ts';

/** Changes with the drawing, so that nobody keeps an old one. */
const VERSION = 1;

/** Pictures that are kept; about 100 kB each. */
const KEPT = 40;

export interface SongPictures {
  /** What a track's picture is drawn from, and its ETag. @throws Problem `not_found`. */
  find: (id: string) => Promise<{ etag: string; draw: () => Promise<Buffer> }>;
}

/** The pictures of songs for link previews. One is drawn at a time, and the last ones are kept. */
export function songPictures(c: Context): SongPictures {
  const kept = new Map<string, Promise<Buffer>>();
  const limit = concurrencyLimit({ atOnce: 1, waiting: 20, maxWaitMs: 5000 });

  return {
    async find(id) {
      const track = await getTrack(c, id);
      const { title, display_artist: artist, cover_image_url, waveform_json_url } = track;
      const etag = etagOf(JSON.stringify([VERSION, title, artist, cover_image_url, waveform_json_url]));
      const draw = () => {
        const known = kept.get(etag);
        if (known) return known;
        const drawn = limit(() =>
          withFile(c, cover_image_url, (cover) =>
            withFile(c, waveform_json_url, async (file) => {
              const waveform = file === undefined ? undefined : await readFile(file, 'utf8');
              // Loaded with the first picture: reading fonts takes much code.
              const { drawSong } = await import('./draw.ts');
              return drawSong({ title, artist, cover, waveform });
            }),
          ),
        );
        kept.set(etag, drawn);
        if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
        drawn.catch(() => kept.delete(etag));
        return drawn;
      };
      return { etag, draw };
    },
  };
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

/** The id in a picture's address. @throws Problem `not_found`. */
export function idOf(file: string): string {
  const [, id] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jpg$/i.exec(file) ?? [];
  if (!id) throw new Problem('not_found');
  return id.toLowerCase();
}
