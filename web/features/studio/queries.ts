import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Matches the takes of a request for every viewer. It begins as the key of the request's page, which refetches it. */
export const takesKey = (id: string) => ['request', id, 'takes'];

/** The takes of a request as the viewer may hear them. */
export const takesQuery = (viewerId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...takesKey(id), viewerId ?? 'visitor'],
    queryFn: () => call('GET /requests/:id/takes', { params: { id } }),
    refetchOnMount: 'always',
    meta: { private: true },
  });

const studioKey = ['studio'];

/** The studio's queue with its takes and this month's spending, for admins. */
export const studioQuery = queryOptions({
  queryKey: [...studioKey, 'queue'],
  queryFn: () => call('GET /studio'),
  refetchOnMount: 'always',
  meta: { private: true },
});

/** The generators that are set up: whether they can be reached now, and what they cost. */
export const generatorsQuery = queryOptions({
  queryKey: [...studioKey, 'generators'],
  queryFn: () => call('GET /studio/generators'),
  refetchOnMount: 'always',
  meta: { private: true },
});
