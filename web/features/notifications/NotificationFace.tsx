import type { Notification } from 'contract/notifications.ts';
import type { ReactNode } from 'react';
import { Face } from '../../ui/Face.tsx';

/** The face of the request that a notification is about, with a sign of what happened to it. */
export function NotificationFace({
  notification: { request_id, genre, votes },
  className = 'bg-raised text-soft',
  children,
}: {
  notification: Notification;
  /** The colors of the sign. */
  className?: string;
  children: ReactNode;
}) {
  return (
    <span aria-hidden="true" className="relative size-12 shrink-0">
      <Face id={request_id} genre={genre} votes={votes} className="size-12" />
      <span
        className={`absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full ring-2 ring-stage ${className}`}
      >
        {children}
      </span>
    </span>
  );
}
