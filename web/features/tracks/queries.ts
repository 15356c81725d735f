import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';

export type SectionName = 'new' | 'popular' | 'trending' | 'asked';

/** Explore's three sections. */
export const exploreQuery = (q: string) =>
  queryOptions({
    queryKey: ['explore', q],
    queryFn: () => call('GET /explore', { query: { q: q || undefined } }),
  });

/** Requests on Explore: the featured song, the shelf, and the request nearest its goal. */
export const askedQuery = queryOptions({
  queryKey: ['asked'],
  queryFn: () => call('GET /explore/asked'),
});
