import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** How the site is doing. It is asked again while somebody watches. */
export const operationQuery = queryOptions({
  queryKey: ['operation'],
  queryFn: () => call('GET /operation', {}),
  refetchInterval: 15_000,
  refetchOnMount: 'always',
  meta: { private: true },
});
