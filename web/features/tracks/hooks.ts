import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Explore } from 'contract/tracks.ts';
import { call } from '../../lib/api.ts';

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
