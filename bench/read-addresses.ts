import type { Endpoint } from 'contract/endpoint.ts';

/** The rows that addresses refer to. */
export interface Rows {
  track: string;
  artist: string;
  request: string;
  /** With 1,000 tracks. */
  playlist: string;
  savedTrack: string;
  playlistTrack: string;
  status: string;
  username: string;
}

/** Queries of the reads that need one. */
const QUERIES: Record<string, (rows: Rows) => string> = {
  '/track': () => 'limit=20',
  '/search': () => 'q=violet%20neon',
  '/radio': ({ track }) => `seed=track:${track}`,
  '/library/tracks': () => 'limit=24',
  '/playlist/containing': ({ track }) => `track_id=${track}`,
  '/playlist_track': ({ playlist }) => `playlist_id=${playlist}`,
  '/requests/similar': () => 'title=amber%20neon',
  '/publishing/tracks': () => 'limit=20',
};

/** Reads that a minimal handler cannot repeat, and why. */
const LEFT_OUT: Record<string, string> = {
  '/auth/me/export': 'streams everything about a person, one at a time',
  '/playlist/:id/export': 'streams a file',
  '/oembed': 'answers only for the public address',
  '/payments/subscription': 'asks the payment provider',
  '/publishing/uploads/:id': 'needs a file in the store',
  '/credits/:id': 'needs a row that signing up creates',
  '/track/:id/provenance': 'needs a song of the studio',
  '/studio/generators': 'asks the generators',
};

/**
 * The address of each read of the contract, by its path, but for streams, feeds and what is left out for a reason.
 * @throws Error if an address has a placeholder that no row fills.
 */
export function readsOf(endpoints: readonly Endpoint[], rows: Rows): Map<string, string> {
  const reads = endpoints.filter(
    ({ method, path, events, type }) =>
      method === 'GET' && !events && type === undefined && !(path in LEFT_OUT),
  );
  return new Map(
    reads.map(({ path }) => {
      const query = QUERIES[path]?.(rows);
      const filled = path.replace(/:(\w+)/g, (placeholder) => {
        const value = rowFor(path, rows);
        if (value === undefined) throw new Error(`No row for ${placeholder} in ${path}.`);
        return value;
      });
      return [path, query === undefined ? filled : `${filled}?${query}`];
    }),
  );
}

/** Which row fills a placeholder, by the start of the path. */
function rowFor(path: string, rows: Rows): string | undefined {
  const byPath: [start: string, id: string][] = [
    ['/track/', rows.track],
    ['/requests/', rows.request],
    ['/playlist/', rows.playlist],
    ['/playlist_track/', rows.playlistTrack],
    ['/saved_track/', rows.savedTrack],
    ['/account_status/', rows.status],
    ['/artist/', rows.artist],
    ['/genre/', 'jazz'],
    ['/person/', rows.username],
    ['/chart/', 'all'],
  ];
  return byPath.find(([start]) => path.startsWith(start))?.[1];
}
