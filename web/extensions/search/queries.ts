import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';

/** The best few results of each kind; those of the previous text stay while others load. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: () => call('GET /search', { query: { q } }),
    placeholderData: keepPreviousData,
  });
