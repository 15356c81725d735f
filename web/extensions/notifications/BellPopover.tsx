import { useInfiniteQuery } from '@tanstack/react-query';
import { Popover } from 'radix-ui';
import { type ComponentProps, cloneElement, type ReactElement, useMemo, useState } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage } from '../../ui/EmptyState.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { ShowMore } from '../../ui/PagedList.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import { notificationsQuery, useMarkShownAsRead } from './queries.ts';

const isWide = () => window.matchMedia?.('(min-width: 768px)').matches ?? true;

type Trigger = ReactElement<ComponentProps<'button'> & { 'data-tooltip'?: string | undefined }>;

/** The open notifications: a popover below the bell, on phones a drawer. */
export default function BellPopover({ trigger }: { trigger: Trigger }) {
  const [open, setOpen] = useState(true);
  // Decided when it opens: rotating the device does not swap one for the other.
  const [wide, setWide] = useState(isWide);
  const close = () => setOpen(false);
  const change = (next: boolean) => {
    if (next) setWide(isWide());
    setOpen(next);
  };
  // The tooltip would cover the list.
  const tooltip = open ? undefined : trigger.props['data-tooltip'];
  if (!wide) {
    return (
      <>
        {cloneElement(trigger, {
          'data-tooltip': tooltip,
          'aria-expanded': open,
          onClick: () => change(true),
        })}
        {open && (
          <Sheet title="Notifications" onClose={close}>
            <div className="-mx-2">
              <NotificationList onLeave={close} />
            </div>
          </Sheet>
        )}
      </>
    );
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>
        {cloneElement(trigger, { 'data-tooltip': tooltip, onClick: undefined })}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-labelledby="notifications"
          className="menu z-50 flex max-h-[75dvh] w-96 flex-col rounded-md border border-line bg-stage text-ink shadow-float outline-none"
        >
          <h2 id="notifications" className="px-5 pt-4 pb-2 text-lg">
            Notifications
          </h2>
          <div className="min-h-0 overflow-y-auto p-2 pt-0">
            <NotificationList onLeave={close} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The viewer's notifications. Showing them marks them as read; they keep their dot until the list closes. */
function NotificationList({ onLeave }: { onLeave: () => void }) {
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
