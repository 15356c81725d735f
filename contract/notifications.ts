import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, pageQuery } from './fields.ts';

/** Something that became of a request, told to whoever asked for it or voted for it. */
export const Notification = z.object({
  id,
  kind: z.enum(['request_released', 'request_declined']),
  /** Whether the reader asked for the song, or voted for it. */
  role: z.enum(['requester', 'voter']),
  request_id: id,
  /** The request's own words. */
  title: z.string(),
  artist: z.string(),
  /** Of a released one: what to play. Null when the track was withdrawn. */
  track_id: id.nullable(),
  /** Of a declined one. */
  reason: z.string().nullable(),
  read: z.boolean(),
  created_at: epochMs,
});
export type Notification = z.output<typeof Notification>;

const unread = z.int().nonnegative();

export const listNotifications = endpoint('GET /notifications', {
  access: 'signed-in',
  summary: "The caller's notifications, newest first, and how many of all are unread.",
  query: pageQuery,
  returns: z.object({ notifications: z.array(Notification), unread }),
});

export const readNotifications = endpoint('POST /notifications/read', {
  access: 'signed-in',
  summary: 'Marks notifications as read: those with these ids, or without `ids` all of them.',
  body: z.object({ ids: z.array(id).max(200).optional() }),
  returns: z.object({ unread }),
});
