import type { FollowKind } from 'contract/following-constants.ts';
import type { NotificationKind } from 'contract/notifications.ts';
import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface NotificationTables {
  notification: NotificationTable;
  /** Who has changed how they are notified. without a row, `by_email` is 1. */
  notification_setting: { user_id: string; by_email: Flag };
}

export interface NotificationTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  role: 'requester' | 'voter' | 'admin' | 'follower';
  /** The request, the track or the playlist: nobody gets two notifications of one kind about one subject. */
  subject: string;
  request_id: string | null;
  /** Title and artist of the request or the track at the time. */
  title: string;
  artist: string;
  track_id: string | null;
  reason: string | null;
  /** What a follower is notified for, see the table `follow`. */
  followed: FollowKind | null;
  followed_target: string | null;
  created_at: number;
  read_at: number | null;
  /** When its recipient saw the premiere of the released song. */
  premiere_seen_at: number | null;
  /**
   * When to send it by email, or, while a server sends it, when another may try. Null if there is no email to send, or
   * if the mail server has it.
   */
  email_due_at: number | null;
  email_attempts: Generated<number>;
}
