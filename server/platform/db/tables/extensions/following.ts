import type { FollowKind } from 'contract/extensions/news/following-constants.ts';
import type { NotificationKind } from 'contract/extensions/news/notifications.ts';
import type { Generated } from 'kysely';

export interface FollowingTables {
  follow: FollowTable;
  follow_news: FollowNewsTable;
}

export interface FollowTable {
  id: string;
  user_id: string;
  kind: FollowKind;
  /** The id of a request, playlist or user, the slug of an artist, or a genre. */
  target: string;
  created_at: number;
}

/** News for the followers of one target, and its progress. Kept for a while, so that it is told once. */
export interface FollowNewsTable {
  id: string;
  kind: FollowKind;
  target: string;
  /** Cause: the id of an event or a track, or the hour in which songs were added to a playlist. */
  source: string;
  notice: NotificationKind;
  request_id: string | null;
  track_id: string | null;
  reason: string | null;
  /** Time of the event. Those who followed later are not told. */
  created_at: number;
  /** The last follower who was told, in the order of user ids. */
  told_to: Generated<string>;
  /** Time when all were told; null before. */
  told_at: number | null;
}
