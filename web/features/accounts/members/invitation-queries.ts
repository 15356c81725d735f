import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/http/api.ts';

const PAGE_SIZE = 30;

/** Sign-in options of this installation. */
export const authSettingsQuery = queryOptions({
  queryKey: ['auth-settings'],
  queryFn: () => call('GET /auth/settings'),
});

/** Invitations, newest first. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['invitations'],
  queryFn: ({ pageParam }) =>
    callPage('GET /invitations', { query: { limit: PAGE_SIZE, cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  refetchOnMount: 'always',
  meta: { private: true },
});

/** Validity of an invitation to sign up. A refusal is not retried. */
export const invitationQuery = (invitation: string) =>
  queryOptions({
    queryKey: ['invitation', invitation],
    queryFn: () => call('POST /auth/invitation', { body: { invitation } }),
    retry: false,
  });
