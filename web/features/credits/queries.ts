import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/api.ts';
import { creditHistoryKey } from '../../lib/credits.ts';

const PAGE = 10;

/** All changes of the viewer's balance, newest first. */
export const creditHistoryQuery = infiniteQueryOptions({
  queryKey: creditHistoryKey,
  queryFn: ({ pageParam }) => callPage('GET /credits/history', { query: { limit: PAGE, cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  refetchOnMount: 'always',
  meta: { private: true },
});
