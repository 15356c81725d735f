import { queryOptions } from '@tanstack/react-query';
import type { Explore } from 'contract/tracks.ts';
import { call } from '../../lib/api.ts';

export type SectionName = 'new' | 'popular' | 'trending';

/** Explore's three sections. */
export const exploreQuery = (q: string) =>
  queryOptions({
    queryKey: ['explore', q],
    queryFn: () => call('GET /explore', { query: { q: q || undefined } }),
  });

/** The answer that the server put into the page for the first visit. It can be read once. */
export function readEmbeddedExplore(): Explore | undefined {
  const element = document.getElementById('explore');
  if (!element?.textContent) return undefined;
  element.remove();
  return JSON.parse(element.textContent);
}
