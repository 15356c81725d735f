import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage } from '../../ui/lazy-illustrations.ts';
import { ShowMore } from '../../ui/PagedList.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import { notificationsQuery } from './queries.ts';
import { useMarkShownAsRead } from './use-mark-read.ts';

/** The viewer's notifications. Showing them marks them as read; they keep their dot until the list closes. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const query = useInfiniteQuery({ ...notificationsQuery, refetchOnMount: 'always' });
  const notifications = useMemo(() => query.data?.pages.flatMap((page) => page.notifications), [query.data]);
  const fresh = useMarkShownAsRead(notifications);
  return (
    <QueryView
      query={query}
      loading="Loading your notifications..."
      skeleton={<Loading />}
      failed="Failed to load your notifications"
      compact
      isEmpty={() => notifications?.length === 0}
      empty={<Empty onLeave={onLeave} />}
    >
      {() => (
        <>
          <ul className="grid grid-cols-1 gap-0.5">
            {notifications?.map((notification) => (
              <li key={notification.id}>
                <NotificationItem
                  notification={notification}
                  fresh={!notification.read || fresh.has(notification.id)}
                  onLeave={onLeave}
                />
              </li>
            ))}
          </ul>
          <ShowMore query={query} className="m-3" />
        </>
      )}
    </QueryView>
  );
}

function Empty({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="grid justify-items-center px-4 pt-3 pb-6 text-center">
      <div className="h-24 text-faint [&>svg]:h-24 [&>svg]:w-auto">
        <EmptyStage />
      </div>
      <p className="mt-3 font-medium">No notifications yet</p>
      <p className="mt-1 text-soft">When a song you requested or voted for is released, it appears here.</p>
      <AppLink href="/leaderboard" onClick={onLeave} className={`${buttonLook()} mt-4`}>
        See the requests
      </AppLink>
    </div>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 p-3">
      {[1, 2, 3].map((row) => (
        <div key={row} aria-hidden="true" className="flex gap-3">
          <Skeleton className="size-12 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
