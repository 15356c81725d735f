import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { formatCount } from '../../lib/format.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { notificationsQuery } from './queries.ts';

const BellPopover = lazyLayer(() => import('./BellPopover.tsx'));

/** The highest count the badge has room for; above it shows "99+". */
const MAX_COUNT = 99;

/** The button that opens the notifications, with a badge of how many are unread. */
export function Bell() {
  const client = useQueryClient();
  const [path] = useLocation();
  const [opened, setOpened] = useState(false);
  const { data } = useInfiniteQuery(notificationsQuery);
  const unread = data?.pages[0]?.unread ?? 0;

  // Navigating fetches them again once they are stale.
  useEffect(() => {
    void client.refetchQueries({ queryKey: notificationsQuery.queryKey, stale: true });
  }, [client, path]);

  const trigger = (
    <button
      type="button"
      aria-label={
        unread > 0
          ? plural(unread, { one: 'Notifications, # unread', other: 'Notifications, # unread' })
          : t`Notifications`
      }
      data-tooltip={t`Notifications`}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={BellPopover.preload}
      onFocus={BellPopover.preload}
      onClick={() => setOpened(true)}
      className="relative -mx-2 grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink md:mx-0 md:size-10"
    >
      <BellIcon size={20} strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="ember figures absolute end-0 top-0 grid h-5 min-w-5 place-items-center rounded-full px-1 text-xs font-bold"
        >
          {unread > MAX_COUNT ? `${formatCount(MAX_COUNT)}+` : formatCount(unread)}
        </span>
      )}
    </button>
  );
  return opened ? <BellPopover fallback={trigger} trigger={trigger} /> : trigger;
}
