import type { Notification } from 'contract/notifications.ts';
import type { ReactNode } from 'react';
import { formatTimeAgo } from '../../lib/format.ts';

/** What happened to the viewer's request or vote, and when. */
export function NotificationText({
  notification: { role, title, artist, created_at },
  fresh,
  outcome,
  children,
}: {
  notification: Notification;
  fresh: boolean;
  outcome: string;
  children?: ReactNode;
}) {
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5 text-[0.9375rem] wrap-anywhere">
        <span className="font-medium">
          {fresh && <span className="sr-only">New: </span>}
          {role === 'requester' ? (
            <>
              Your request “<bdi>{title}</bdi>” {outcome}
            </>
          ) : role === 'admin' ? (
            <>
              “<bdi>{title}</bdi>” {outcome}
            </>
          ) : (
            <>
              A song you voted for {outcome}: “<bdi>{title}</bdi>”
            </>
          )}
        </span>
        {children}
        <span className="flex min-w-0 gap-1 text-sm text-faint">
          <bdi className="truncate">{artist}</bdi> ·{' '}
          <time className="shrink-0" dateTime={new Date(created_at).toISOString()}>
            {formatTimeAgo(created_at)}
          </time>
        </span>
      </span>
      <span aria-hidden="true" className={`mt-1.5 size-2 shrink-0 rounded-full ${fresh ? 'bg-ember' : ''}`} />
    </>
  );
}
