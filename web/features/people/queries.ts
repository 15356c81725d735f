import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Whether the viewer's profile is public. */
export const publicProfileQuery = queryOptions({
  queryKey: ['public-profile'],
  queryFn: () => call('GET /auth/me/public-profile'),
  meta: { private: true },
});
