import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callWithCursor } from '../../lib/api.ts';

const PAGE_SIZE = 20;
/** Returning to the page fetches notifications again, but not more often than this; ms. */
const STALE_TIME = 30_000;

/**
 * The viewer's notifications, newest first, with the count of all unread ones. Other people cause them, so unlike
 * other data they are fetched again when the window regains focus; they are never polled.
 */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam }) =>
    callWithCursor('GET /notifications', { query: { limit: PAGE_SIZE, cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  staleTime: STALE_TIME,
  refetchOnWindowFocus: true,
  meta: { private: true },
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: () => call('GET /notifications/settings'),
  meta: { private: true },
});
