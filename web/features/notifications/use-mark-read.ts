import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from 'contract/notifications.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { refreshCredits } from '../../lib/credits.ts';
import { notificationsQuery } from './queries.ts';

const returnsCredits = new Set<Notification['kind']>([
  'request_declined',
  'request_returned',
  'request_merged',
]);

/** How many ids the endpoint takes in one call. */
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
