import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { resultGroups } from './result-groups.ts';

/** How long after the last key the search starts; ms. */
const DEBOUNCE_MS = 120;

/** What is found for a text while it is typed. */
export function useSearch(typed: string) {
  const wanted = typed.trim();
  const [q, setQ] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(setQ, DEBOUNCE_MS, wanted);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = useQuery(searchQuery(q));
  const data = wanted === '' ? undefined : query.data;
  return {
    query: { ...query, data },
    groups: data ? resultGroups(wanted, data) : [],
    /** Whether the results are those of the text. */
    settled: q === wanted && !query.isPlaceholderData && !query.isFetching,
  };
}

/** The best few results of each kind; those of the previous text stay while others load. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: () => call('GET /search', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
