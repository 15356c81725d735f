import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Explore, SECTION_SIZE } from 'contract/tracks.ts';
import { call, callPage } from '../lib/api.ts';

/** Rows fetched at a time as an opened section is scrolled. */
const PAGE = 24;

export const exploreQuery = (q: string) =>
  queryOptions({
    queryKey: ['explore', q],
    queryFn: () => call('GET /explore', { query: { q: q || undefined } }),
  });

/** Explore's three sections; while a search is typed, what was found before stays. */
export function useExplore(q: string) {
  return useQuery({ ...exploreQuery(q), placeholderData: keepPreviousData });
}

/** What the server put into the page for the first visit; read once. */
export function exploreInPage(): Explore | undefined {
  const element = document.getElementById('explore');
  if (!element?.textContent) return undefined;
  element.remove();
  return JSON.parse(element.textContent);
}

export type SectionName = 'new' | 'popular' | 'trending';

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
