import { type Precompressed, precompress } from '../../platform/http/compress.ts';

/** Shorter playlists are quickly read, and their responses are not kept. */
export const MIN_ENTRIES = 100;
/** Responses kept, of which a playlist of 1,000 tracks takes a megabyte. */
const MAX_KEPT = 8;
/** The name of somebody who asked for a song can change without a new version, ms. */
const MAX_AGE_MS = 10_000;

/** The last responses with long playlists, because reading and serializing 1,000 tracks takes 25 ms. */
interface PreparedTracks {
  /** @param version names everything that the response depends on. */
  find: (version: string) => Precompressed | undefined;
  /** Keeps a response. */
  prepare: (version: string, response: string) => Precompressed;
}

export function preparedTracks(clock: () => number): PreparedTracks {
  const kept = new Map<string, { text: Precompressed; until: number }>();
  return {
    find(version) {
      const found = kept.get(version);
      return found && found.until > clock() ? found.text : undefined;
    },
    prepare(version, response) {
      const text = precompress(response);
      kept.delete(version);
      kept.set(version, { text, until: clock() + MAX_AGE_MS });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT) kept.delete(oldest!);
      return text;
    },
  };
}
