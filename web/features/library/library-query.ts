import { infiniteQueryOptions } from '@tanstack/react-query';
import type { LibrarySort } from 'contract/library-constants.ts';
import { callPage } from '../../lib/api.ts';
import { QUEUE_LIMIT } from '../../player/PlayAllButtons.tsx';
import { type Song, toSong } from '../../player/song.ts';

/** Fills whole rows in 1, 2, 3 and 4 columns. */
const PAGE = 24;

/** The viewer's saved tracks. */
export const libraryQuery = (q: string, sort: LibrarySort) =>
  infiniteQueryOptions({
    queryKey: ['library', q, sort],
    queryFn: ({ pageParam }) =>
      callPage('GET /library/tracks', {
        query: { q: q || undefined, sort, limit: PAGE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    meta: { private: true },
  });

/** The songs of the library, as many as a queue takes. */
export async function loadLibrarySongs(q: string, sort: LibrarySort): Promise<Song[]> {
  const query = { q: q || undefined, sort, limit: QUEUE_LIMIT };
  return (await callPage('GET /library/tracks', { query })).rows.map(toSong);
}
