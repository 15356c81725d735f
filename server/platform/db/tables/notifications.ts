import type { NotificationKind } from 'contract/notifications.ts';

export interface NotificationTables {
  notification: NotificationTable;
}

export interface NotificationTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  role: 'requester' | 'voter' | 'admin';
  request_id: string;
  /** Title and artist of the request at the time. */
  title: string;
  artist: string;
  track_id: string | null;
  reason: string | null;
  created_at: number;
  read_at: number | null;
}
