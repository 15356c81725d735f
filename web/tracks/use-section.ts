import { useInfiniteQuery } from '@tanstack/react-query';
import { SECTION_SIZE } from 'contract/tracks.ts';
import { callPage } from '../lib/api.ts';
import type { SectionName } from './hooks.ts';

/** Rows fetched at a time as an opened section is scrolled. */
const PAGE = 24;

/** A whole section, page by page. Trending is what follows the first four of the list (§2). */
export function useSection(section: SectionName, q: string) {
  return useInfiniteQuery({
    queryKey: ['section', section, section === 'new' ? '' : q],
    queryFn: ({ pageParam }) =>
      callPage('GET /track', {
        query:
          section === 'new'
            ? { sort: 'newest' as const, limit: PAGE, cursor: pageParam }
            : { q: q || undefined, limit: PAGE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => {
      const all = pages.flatMap((page) => page.rows);
      return { tracks: section === 'trending' ? all.slice(SECTION_SIZE) : all };
    },
  });
}
