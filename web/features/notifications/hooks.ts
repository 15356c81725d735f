import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from 'contract/notifications.ts';
import { useEffect, useState } from 'react';
import { call, callPart } from '../../lib/api.ts';
import { refreshCredits } from '../../lib/credits.ts';

export const NOTIFICATIONS = ['notifications'];
const PAGE = 20;
/** News are asked for again no sooner than this, however often one comes back to the page; ms. */
const REST = 30_000;

/**
 * The viewer's notifications, newest first, with how many of all are unread. They come of what other people do, so
 * unlike the rest they are asked for again when one returns to the window; never by a clock.
 * @param onMount 'always': asks now, however fresh they are.
 */
export function useNotifications(onMount: true | 'always' = true) {
  return useInfiniteQuery({
    queryKey: NOTIFICATIONS,
    queryFn: ({ pageParam }) => callPart('GET /notifications', { query: { limit: PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: REST,
    refetchOnMount: onMount,
    refetchOnWindowFocus: true,
    meta: { private: true },
  });
}

type Known = InfiniteData<{ notifications: Notification[]; unread: number }>;

/** Marks notifications as read. Should it fail they stay unread, and are marked the next time they are shown. */
function useMarkRead() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (ids: string[]) => call('POST /notifications/read', { body: { ids } }),
    onSuccess: ({ unread }, ids) => {
      const marked = (one: Notification) => (ids.includes(one.id) ? { ...one, read: true } : one);
      client.setQueryData<Known>(
        NOTIFICATIONS,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              unread,
              notifications: page.notifications.map(marked),
            })),
          },
      );
    },
  });
  return mutate;
}

/**
 * What is shown is read: marks it so on the server.
 * @returns the ids that were unread when they were first shown here; they still look new.
 */
export function useReading(notices: Notification[] | undefined): ReadonlySet<string> {
  const client = useQueryClient();
  const markRead = useMarkRead();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const unread = notices?.filter((notice) => !notice.read) ?? [];
    if (unread.length === 0) return;
    setFresh((known) => new Set([...known, ...unread.map(({ id }) => id)]));
    // Credits came back with it, behind the page's back.
    if (unread.some(({ kind }) => kind === 'request_declined')) refreshCredits(client);
    // As many as one call takes.
    markRead(unread.slice(0, 200).map(({ id }) => id));
  }, [notices, markRead, client]);
  return fresh;
}
