import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from 'contract/extensions/news/notifications.ts';
import { useEffect, useState } from 'react';
import { refreshCredits } from '../../lib/credits.ts';
import { call, callWithCursor } from '../../lib/http/api.ts';

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

const returnsCredits = new Set<Notification['kind']>([
  'request_declined',
  'request_returned',
  'request_merged',
]);

/** Maximum number of ids per call of the endpoint. */
const MAX_IDS = 200;

/**
 * Marks the shown notifications as read on the server. If that fails they stay unread until they are shown again.
 * @returns the ids that were unread when this list first showed them; they keep looking new.
 */
export function useMarkShownAsRead(shown: Notification[] | undefined): ReadonlySet<string> {
  const client = useQueryClient();
  const { mutate: markRead } = useMarkRead();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const unread = shown?.filter((notification) => !notification.read) ?? [];
    if (unread.length === 0) return;
    setFresh((known) => new Set([...known, ...unread.map(({ id }) => id)]));
    if (unread.some(({ kind }) => returnsCredits.has(kind))) refreshCredits(client);
    markRead(unread.slice(0, MAX_IDS).map(({ id }) => id));
  }, [shown, markRead, client]);
  return fresh;
}

function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call('POST /notifications/read', { body: { ids } }),
    onSuccess: ({ unread }, ids) => {
      const markRead = (one: Notification) => (ids.includes(one.id) ? { ...one, read: true } : one);
      client.setQueryData(
        notificationsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              unread,
              notifications: page.notifications.map(markRead),
            })),
          },
      );
    },
  });
}
