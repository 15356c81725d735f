import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http/api.ts';

/** Data of a track's page. */
export const trackPageQuery = (id: string) =>
  queryOptions({
    queryKey: ['track-page', id],
    queryFn: () => call('GET /track/:id/page', { params: { id } }),
    // Others listen to it meanwhile.
    staleTime: 60_000,
  });
