import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callPage } from '../../../lib/http/api.ts';

const PAGE_SIZE = 30;

/** Members, newest first, or those whose email or username begins with `q`. */
export const membersQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['members', q],
    queryFn: ({ pageParam }) =>
      callPage('GET /members', { query: { q: q || undefined, limit: PAGE_SIZE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    meta: { private: true },
  });

/** Log of admins' actions, newest first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: ['audit-log'],
  queryFn: ({ pageParam }) => callPage('GET /audit-log', { query: { limit: PAGE_SIZE, cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  refetchOnMount: 'always',
  meta: { private: true },
});
