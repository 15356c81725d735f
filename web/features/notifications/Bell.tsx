import { useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { NOTIFICATIONS, useNotifications } from './hooks.ts';

const BellOpen = lazyLayer(() => import('./BellOpen.tsx'));

/** More than this is told as "99+": a badge has room for two figures. */
const COUNTED = 99;

/** A member's news: how many are unread, and the way to them. What draws the open list is fetched when a hand comes near. */
export function Bell() {
  const client = useQueryClient();
  const [path] = useLocation();
  const [wanted, setWanted] = useState(false);
  const unread = useNotifications().data?.pages[0]?.unread ?? 0;

  // Going to another page asks too.
  useEffect(() => {
    void client.refetchQueries({ queryKey: NOTIFICATIONS, stale: true });
  }, [client, path]);

  const trigger = (
    <button
      type="button"
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      data-tooltip="Notifications"
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={BellOpen.preload}
      onFocus={BellOpen.preload}
      onClick={() => setWanted(true)}
      className="relative -mx-2 grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink md:mx-0 md:size-10"
    >
      <BellIcon size={20} strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="ember figures absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full px-1 text-xs font-bold"
        >
          {unread > COUNTED ? `${COUNTED}+` : unread}
        </span>
      )}
    </button>
  );
  return wanted ? <BellOpen fallback={trigger} trigger={trigger} /> : trigger;
}
