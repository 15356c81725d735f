import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';

export type SectionName = 'new' | 'popular' | 'trending';

/** Explore's three sections. */
export const exploreQuery = (q: string) =>
  queryOptions({
    queryKey: ['explore', q],
    queryFn: () => call('GET /explore', { query: { q: q || undefined } }),
  });
