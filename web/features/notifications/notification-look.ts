import type { Notification } from 'contract/notifications.ts';

/** The properties of every kind of notification. */
export interface NotificationProps {
  notification: Notification;
  /** First seen in this list. */
  fresh: boolean;
  /** Closes the list: the item leads to another page. */
  onLeave: () => void;
}

/** Classes of the row, and of the round icon at its start. */
export const row = 'relative flex w-full gap-3 rounded-sm p-3 text-left';
export const disc = 'grid size-10 shrink-0 place-items-center rounded-full';
