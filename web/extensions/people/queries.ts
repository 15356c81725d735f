import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';

/** A public profile. */
export const personQuery = (username: string) =>
  queryOptions({
    queryKey: ['person', username],
    queryFn: () => call('GET /person/:username/page', { params: { username } }),
  });
