import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Popover } from 'radix-ui';
import { type ComponentProps, cloneElement, type ReactElement, useMemo, useState } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { NoNews, RowsSkeleton } from './NoNews.tsx';
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
          <Sheet title={t`Notifications`} onClose={close}>
            <div className="bell-rows">
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
            {t`Notifications`}
          </h2>
          <div className="bell-rows min-h-0 overflow-y-auto p-2 pt-0">
            <NotificationList onLeave={close} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** As many as the bell shows; the inbox has all. */
const SHOWN = 5;

/** The viewer's newest notifications. Showing them marks them as read; they keep their dot until the list closes. */
function NotificationList({ onLeave }: { onLeave: () => void }) {
  const query = useInfiniteQuery({ ...notificationsQuery, refetchOnMount: 'always' });
  const notifications = useMemo(() => query.data?.pages[0]?.notifications.slice(0, SHOWN), [query.data]);
  const fresh = useMarkShownAsRead(notifications);
  return (
    <QueryView
      query={query}
      loading={t`Loading your notifications...`}
      skeleton={<RowsSkeleton count={3} />}
      failed={t`Failed to load your notifications`}
      compact
      isEmpty={() => notifications?.length === 0}
      empty={<NoNews onLeave={onLeave} />}
    >
      {() => (
        <>
          <ul>
            {notifications?.map((one) => (
              <NotificationItem
                key={one.id}
                notification={one}
                fresh={!one.read || fresh.has(one.id)}
                onLeave={onLeave}
              />
            ))}
          </ul>
          <AppLink href="/following" onClick={onLeave} className={buttonLook('bare')}>
            {t`Open the inbox`}
          </AppLink>
        </>
      )}
    </QueryView>
  );
}
