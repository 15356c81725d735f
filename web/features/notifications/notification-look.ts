import type { Notification } from 'contract/notifications.ts';

/** The properties of every kind of notification. */
export interface NotificationProps {
  notification: Notification;
  /** First seen in this list. */
  fresh: boolean;
  /** Closes the list: the item leads to another page. */
  onLeave: () => void;
}

/** Classes of the row. */
export const row = 'relative flex w-full gap-3 rounded-sm p-3 text-left';
