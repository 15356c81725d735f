import { type PreparedText, prepareText } from '../../platform/http/compress.ts';

/** Shorter playlists are quickly read, and their responses are not kept. */
export const MIN_ENTRIES = 100;
/** Responses kept, of which a playlist of 1,000 tracks takes a megabyte. */
const MAX_KEPT = 8;
/** The name of somebody who asked for a song can change without a new version, ms. */
const MAX_AGE_MS = 10_000;

/** The last responses with long playlists, because reading and serializing 1,000 tracks takes 25 ms. */
export interface PreparedTracks {
  /** @param version names everything that the response depends on. */
  find: (version: string) => PreparedText | undefined;
  /** Keeps a response. */
  prepare: (version: string, response: string) => PreparedText;
}

export function preparedTracks(clock: () => number): PreparedTracks {
  const kept = new Map<string, { text: PreparedText; until: number }>();
  return {
    find(version) {
      const found = kept.get(version);
      return found && found.until > clock() ? found.text : undefined;
    },
    prepare(version, response) {
      const text = prepareText(response);
      kept.delete(version);
      kept.set(version, { text, until: clock() + MAX_AGE_MS });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT) kept.delete(oldest!);
      return text;
    },
  };
}
