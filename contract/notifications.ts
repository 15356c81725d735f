import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, pageQuery } from './fields.ts';

/** The outcome of a song request, for its requester and voters. */
export const Notification = z.object({
  id,
  kind: z.enum(['request_released', 'request_declined']),
  /** Whether the reader requested the song or voted for it. */
  role: z.enum(['requester', 'voter']),
  request_id: id,
  /** As requested. */
  title: z.string(),
  artist: z.string(),
  /** The track of a released request; null if it was withdrawn. */
  track_id: id.nullable(),
  /** Why a request was declined. */
  reason: z.string().nullable(),
  read: z.boolean(),
  created_at: epochMs,
});
export type Notification = z.output<typeof Notification>;

const unread = z.int().nonnegative();

export const listNotifications = endpoint('GET /notifications', {
  access: 'signed-in',
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
