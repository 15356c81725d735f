import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, listCost, pageQuery } from './fields.ts';

const kinds = [
  /** It reached its goal. */
  'request_queued',
  /** There are takes to choose from. */
  'request_choosing',
  'request_released',
  'request_declined',
  /** No song came of it in time; the credits were returned. */
  'request_returned',
  /** For admins: a request waits for their review. */
  'request_in_review',
  /** For admins: no take could be made; `reason` says why. */
  'studio_failed',
] as const;
export type NotificationKind = (typeof kinds)[number];

/** What happened to a song request, for its requester and voters, or for admins. */
export const Notification = z.object({
  id,
  kind: z.enum(kinds),
  /** Whether the reader requested the song, voted for it, or is told as an admin. */
  role: z.enum(['requester', 'voter', 'admin']),
  request_id: id,
  /** As requested. */
  title: z.string(),
  artist: z.string(),
  /** The track of a released request; null if it was withdrawn. */
  track_id: id.nullable(),
  /** Why a request was declined, or why no take could be made. */
  reason: z.string().nullable(),
  read: z.boolean(),
  created_at: epochMs,
});
export type Notification = z.output<typeof Notification>;

const unread = z.int().nonnegative();

export const listNotifications = endpoint('GET /notifications', {
  access: 'signed-in',
  cost: listCost,
  summary: "Lists the caller's notifications, newest first, and counts all unread ones.",
  query: pageQuery,
  returns: z.object({ notifications: z.array(Notification), unread }),
});

export const readNotifications = endpoint('POST /notifications/read', {
  access: 'signed-in',
  summary: 'Marks notifications as read: those with these ids, or all without `ids`.',
  body: z.object({ ids: z.array(id).max(200).optional() }),
  returns: z.object({ unread }),
});
