import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { reportBody } from '../../features/reports.ts';
import { characters } from '../../features/song-requests-constants.ts';
import {
  epochMs,
  id,
  idParams,
  listCost,
  MOST_CHARACTERS,
  nothing,
  pageQuery,
  severalLines,
} from '../../fields.ts';
import { english } from '../../text/messages.ts';
import { COMMENT_MAX, COMMENTS_PAGE } from './comments-constants.ts';

const subjectKinds = ['request', 'track'] as const;

/** Subject of a conversation: a song request or a song. */
export const Subject = z.object({
  on: z.enum(subjectKinds, english('Please name a request or a track.')),
  subject: id,
});
export type Subject = z.output<typeof Subject>;

/** UTF-16 code units: more than `COMMENT_MAX` typed characters need, and little enough to store. */
const LONGEST = 4000;

const words = severalLines(LONGEST, english('Please write something.')).refine(
  (value) => characters(value) <= COMMENT_MAX,
  { error: MOST_CHARACTERS, params: { maximum: COMMENT_MAX } },
);

/** Comment as the caller sees it. */
const Said = z.object({
  id,
  /** Empty of one that was deleted or hidden: it stays while it has answers. */
  text: z.string(),
  /** `waiting` is for an admin's eyes, `hidden` was taken down; only its writer and admins see their text. */
  state: z.enum(['shown', 'waiting', 'hidden', 'deleted']),
  /** The writer's username; null if the comment or the account is deleted. */
  by: z.string().nullable(),
  vip: z.boolean(),
  /** True if the caller wrote it. */
  own: z.boolean(),
  /** True if addresses in it are links; those of new members are not. */
  has_links: z.boolean(),
  /** Position in the song, seconds. Null for all of it, and on a request. */
  second: z.int().nonnegative().nullable(),
  /** Number of people who found it helpful, and whether the caller did. */
  helpful: z.int().nonnegative(),
  is_helpful: z.boolean(),
  created_at: epochMs,
  edited_at: epochMs.nullable(),
});

export const Comment = Said.extend({
  /** The first answers, oldest first; `answer_count` counts all, up to `ANSWERS_COUNTED`. */
  answers: z.array(Said),
  answer_count: z.int().nonnegative(),
});
export type Said = z.output<typeof Said>;
export type Comment = z.output<typeof Comment>;

const sorts = ['newest', 'helpful'] as const;
export type CommentSort = (typeof sorts)[number];

/** A page of a conversation. */
export const Conversation = z.object({
  comments: z.array(Comment),
  /** All that is shown, answers included, up to `COMMENTS_COUNTED`. */
  count: z.int().nonnegative(),
  /** The latest word of an admin to those who back the request. */
  update: Said.nullable(),
  /** True if nobody can add to it: an admin closed it, or its request has ended without a song. */
  is_closed: z.boolean(),
  /** True if an admin keeps the caller from writing. */
  is_muted: z.boolean(),
  /** Seconds of the song that somebody spoke of, some of many. */
  seconds: z.array(z.int().nonnegative()),
});
export type Conversation = z.output<typeof Conversation>;

const pageOfComments = {
  limit: z.coerce.number().int().min(1).max(COMMENTS_PAGE).default(COMMENTS_PAGE),
  cursor: pageQuery.shape.cursor,
};

export const listComments = endpoint('GET /comments', {
  access: 'anyone',
  cost: 4,
  summary:
    'What people say about a song request or a track, newest or most helpful first. 404 `not_found` if it is not public.',
  query: Subject.extend({ sort: z.enum(sorts).default('newest'), ...pageOfComments }),
  returns: Conversation,
});

export const listAnswers = endpoint('GET /comments/:id/answers', {
  access: 'anyone',
  cost: 2,
  summary: 'The answers to a comment, oldest first.',
  params: idParams,
  query: z.object(pageOfComments),
  returns: z.array(Said),
});

const writing = { access: 'signed-in', confirmed: true, cost: 5 } as const;

export const comment = endpoint('POST /comments', {
  ...writing,
  summary:
    'Says something about a song request or a track, there optionally at a second of it, or answers a comment. Words that an admin must read first make it wait. 409 `conversation_closed`, 403 `muted`, 429 `too_many_comments`. With `Idempotency-Key` a repeat returns the first result; 409 `conflict` if it was deleted.',
  body: Subject.extend({
    text: words,
    /** The comment that it answers; answers have no answers. */
    parent_id: id.optional(),
    second: z.number().nonnegative().max(1e6).optional(),
  }),
  returns: Comment,
  status: 201,
});

export const editComment = endpoint('PATCH /comments/:id', {
  ...writing,
  summary: 'Changes the words of one’s own comment, within ten minutes. 409 `edit_over`.',
  params: idParams,
  body: z.object({ text: words }),
  returns: Comment,
});

export const deleteComment = endpoint('DELETE /comments/:id', {
  access: 'signed-in',
  summary: 'Deletes one’s own comment. Answers to it stay.',
  params: idParams,
  returns: nothing,
});

export const markHelpful = endpoint('PUT /comments/:id/helpful', {
  ...writing,
  cost: 2,
  summary: 'Marks a comment as helpful, or takes that back. Nobody marks their own.',
  params: idParams,
  body: z.object({ helpful: z.boolean() }),
  returns: z.object({ helpful: z.int().nonnegative(), is_helpful: z.boolean() }),
});

export const reportComment = endpoint('POST /comments/:id/report', {
  ...writing,
  summary: 'Reports a comment to the admins. A second report by the same member replaces the first.',
  params: idParams,
  body: reportBody,
  returns: nothing,
  status: 201,
});

export const writeUpdate = endpoint('POST /comments/updates', {
  access: 'admin',
  summary: 'Pins a word of the studio to a song request and sends it to its requester and backers.',
  body: z.object({ subject: id, text: words }),
  returns: Comment,
  status: 201,
});

/** A comment that needs an admin's eyes. */
export const ManagedComment = Said.pick({
  id: true,
  text: true,
  state: true,
  by: true,
  created_at: true,
}).extend({
  ...Subject.shape,
  /** Of the request or the track. */
  title: z.string(),
  /** Reasons in members' reports, the latest first; some of many. */
  reasons: z.array(z.string()),
  is_muted: z.boolean(),
});
export type ManagedComment = z.output<typeof ManagedComment>;

export const listCommentsToReview = endpoint('GET /comments/review', {
  access: 'admin',
  cost: listCost,
  summary: 'Lists comments that wait for an admin or were reported, newest first.',
  query: pageQuery,
  returns: z.array(ManagedComment),
});

export const hideComment = endpoint('POST /comments/:id/hide', {
  access: 'admin',
  summary: 'Hides a comment from everybody but its writer and resolves its reports.',
  params: idParams,
  returns: nothing,
});

export const showComment = endpoint('POST /comments/:id/show', {
  access: 'admin',
  summary: 'Shows a comment that waits or was hidden, and resolves its reports. 409 for a deleted one.',
  params: idParams,
  returns: nothing,
});

export const muteWriter = endpoint('PUT /comments/:id/mute', {
  access: 'admin',
  summary: 'Keeps the writer of a comment from writing any, or lets them again.',
  params: idParams,
  body: z.object({ muted: z.boolean() }),
  returns: nothing,
});

export const closeConversation = endpoint('PUT /comments/closed', {
  access: 'admin',
  summary: 'Closes a conversation, or opens it again. What was said stays.',
  body: Subject.extend({ closed: z.boolean() }),
  returns: nothing,
});
