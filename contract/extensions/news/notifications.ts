import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { SongRequest } from '../../features/song-requests.ts';
import { statuses } from '../../features/song-requests-constants.ts';
import { Track } from '../../features/tracks.ts';
import { epochMs, id, idParams, listCost, nothing, pageQuery } from '../../fields.ts';
import { followKinds } from './following-constants.ts';

const kinds = [
  /** It reached its goal. */
  'request_queued',
  /** There are takes to choose from. */
  'request_choosing',
  /** The choice ends soon, and the reader has not chosen. */
  'request_closing',
  'request_released',
  /** Its song is heard together at a time, which `reason` has (ISO 8601). */
  'request_premiere',
  'request_declined',
  /** No song came of it in time; the credits were returned. */
  'request_returned',
  /** An admin merged it into another request for the same song, which `reason` names; the votes count there. */
  'request_merged',
  /** For admins: a request waits for their review. */
  'request_in_review',
  /** For admins: no take could be made; `reason` says why. */
  'studio_failed',
  /** For followers: a song that nobody requested is out. */
  'new_song',
  /** For followers: songs were added to a playlist; the track is the latest. */
  'playlist_songs',
  /** Somebody (`artist`) invites the reader to edit a playlist. */
  'playlist_invitation',
  /** The reader owns a playlist now that they edited: its owner deleted the account. */
  'playlist_inherited',
  /** Somebody commented on a song or a request of the reader, or on one that they talk about, or mentioned them. */
  'comment',
  /** An admin's word to those who back a request, which is the `reason`. */
  'request_update',
] as const;
export type NotificationKind = (typeof kinds)[number];

/** Event of a song request, for its requester, voters and followers, or for admins; or a followed song. */
export const Notification = z.object({
  id,
  kind: z.enum(kinds),
  /** Reader's role: requested the song, voted for it, is an admin, follows something, is invited or inherits, or talks about it. */
  role: z.enum(['requester', 'voter', 'admin', 'follower', 'invited', 'talker']),
  /** Null for a song that nobody requested. */
  request_id: id.nullable(),
  /** Request as it is now, without the reader's own votes; null unless it takes votes. */
  request: SongRequest.nullable(),
  /** Target that a follower is notified about or somebody is invited to, by its name now; as in `Follow`. */
  followed: z.object({ kind: z.enum(followKinds), target: z.string(), name: z.string() }).nullable(),
  /** As requested, or of the track. */
  title: z.string(),
  artist: z.string(),
  /** Genre that the request's face is drawn from, with `request_id`, or else the track's with `track_id`. */
  genre: z.string(),
  votes: z.int().nonnegative(),
  /** Of the request now; null for a song that nobody requested. */
  status: z.enum(statuses).nullable(),
  /** End of the choice; null unless the status is `choosing`. */
  choosing_ends_at: epochMs.nullable(),
  cover_image_url: z.string().nullable(),
  /** The track that is out; null if it was withdrawn. */
  track_id: id.nullable(),
  /** Reason why a request was declined, or why no take could be made; the words of an update. */
  reason: z.string().nullable(),
  read: z.boolean(),
  created_at: epochMs,
});
export type Notification = z.output<typeof Notification>;

const unread = z.int().nonnegative();

export const listNotifications = endpoint('GET /notifications', {
  access: 'signed-in',
  cost: listCost,
  summary:
    "Lists the caller's notifications, newest first, and counts the unread ones among the newest 1,000. `X-Total-Count` is at most 1,000.",
  query: pageQuery,
  returns: z.object({ notifications: z.array(Notification), unread }),
});

export const readNotifications = endpoint('POST /notifications/read', {
  access: 'signed-in',
  summary: 'Marks notifications as read: those with these ids, or all without `ids`.',
  body: z.object({ ids: z.array(id).max(200).optional() }),
  returns: z.object({ unread }),
});

export const getPremiere = endpoint('GET /notifications/premieres/:id', {
  access: 'signed-in',
  summary:
    'Whether the premiere of a released song waits for the caller: it opens once for the requester and for each voter. By the id of the song request.',
  params: idParams,
  returns: z.object({ waits: z.boolean() }),
});

export const getWaiting = endpoint('GET /notifications/waiting', {
  access: 'signed-in',
  cost: 3,
  summary:
    'What waits for the caller: the newest song that they asked or voted for and whose premiere they have not seen, with the number of their votes, and of the open requests that they follow the one nearest its goal.',
  returns: z.object({
    premiere: z.object({ track: Track, votes: z.int().nonnegative() }).nullable(),
    followed: SongRequest.nullable(),
  }),
});

export const endPremiere = endpoint('DELETE /notifications/premieres/:id', {
  access: 'signed-in',
  summary: 'Notes that the caller saw the premiere of a song request, if one waited.',
  params: idParams,
  returns: nothing,
});

const NotificationSettings = z.object({
  /** True if the caller also wants notifications about song requests by email. */
  by_email: z.boolean(),
  /** True if this installation can send email. */
  email_available: z.boolean(),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

export const getNotificationSettings = endpoint('GET /notifications/settings', {
  access: 'signed-in',
  summary: 'How the caller is notified.',
  returns: NotificationSettings,
});

export const editNotificationSettings = endpoint('PATCH /notifications/settings', {
  access: 'signed-in',
  summary: 'Turns emails about song requests on or off.',
  body: z.object({ by_email: z.boolean() }),
  returns: NotificationSettings,
});

/** A mail program calls this address with one click, as RFC 8058 says. Opening it leads to the page `/unsubscribe`. */
export const unsubscribe = endpoint('POST /notifications/unsubscribe', {
  access: 'anyone',
  summary:
    'Turns off the emails of the person that the signed token names. The body, which RFC 8058 defines, is ignored.',
  query: z.object({ token: z.string().max(200) }),
  file: { maxBytes: 10_000 },
  returns: nothing,
});
