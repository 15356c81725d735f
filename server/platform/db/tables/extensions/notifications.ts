import type { FollowKind } from 'contract/extensions/news/following-constants.ts';
import type { NotificationKind } from 'contract/extensions/news/notifications.ts';
import type { Generated } from 'kysely';
import type { Flag } from '../flag.ts';

export interface NotificationTables {
  notification: NotificationTable;
  /** Settings that users have changed. Without a row, `by_email` is 1. */
  notification_setting: { user_id: string; by_email: Flag };
  push_setting: PushSettingTable;
  push_subscription: PushSubscriptionTable;
}

export interface NotificationTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  role: 'requester' | 'voter' | 'admin' | 'follower' | 'invited' | 'talker';
  /** The request, the track or the playlist: nobody gets two notifications of one kind about one subject. */
  subject: string;
  request_id: string | null;
  /** Title and artist of the request or the track at the time. */
  title: string;
  artist: string;
  track_id: string | null;
  reason: string | null;
  /** Target that a follower is notified about, see the table `follow`. */
  followed: FollowKind | null;
  followed_target: string | null;
  created_at: number;
  read_at: number | null;
  /** Time when its recipient saw the premiere of the released song. */
  premiere_seen_at: number | null;
  /**
   * Time to send it by email, or, while a server sends it, when another may try. Null if there is no email to send, or
   * if the mail server has it.
   */
  email_due_at: number | null;
  email_attempts: Generated<number>;
  /** Time to push it to the devices of its recipient. Null if there is nothing to push, or if it was pushed. */
  push_due_at: Generated<number | null>;
}

/** Push settings of members with devices. Without a row, everything is pushed at any time. */
export interface PushSettingTable {
  user_id: string;
  /** The kinds that are not pushed, separated by spaces. */
  kinds_off: Generated<string>;
  /** Minutes of the day in the time zone between which nothing is pushed; null for none. */
  quiet_from: Generated<number | null>;
  quiet_until: Generated<number | null>;
  time_zone: Generated<string | null>;
  /** Before this time nothing is pushed: a server is doing it, or has just done it. Epoch ms. */
  rest_until: Generated<number>;
  /** Attempts in a row that reached no push service. */
  failures: Generated<number>;
}

/** A browser that is told. The row ends with the session of its member there. */
interface PushSubscriptionTable {
  session: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: number;
}
