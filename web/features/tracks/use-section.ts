import { useInfiniteQuery } from '@tanstack/react-query';
import { SECTION_SIZE } from 'contract/tracks.ts';
import { callPage } from '../../lib/api.ts';
import type { SectionName } from './hooks.ts';

/** Rows fetched at a time as an opened section is scrolled: full rows in 1, 2, 3 and 4 columns. */
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
    select: ({ pages }) => ({
      pages: pages.map((page, index) =>
        section === 'trending' && index === 0 ? page.rows.slice(SECTION_SIZE) : page.rows,
      ),
    }),
  });
}
