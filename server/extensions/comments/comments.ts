import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type {
  Comment,
  CommentSort,
  Conversation,
  Said,
  Subject,
} from 'contract/extensions/comments/comments.ts';
import { EDIT_MS } from 'contract/extensions/comments/comments-constants.ts';
import { isVip } from 'contract/plans.ts';
import { z } from 'zod';
import {
  assertVisible,
  getRequest,
  lockRequest,
  needsReview,
  type Reader,
  type RequestRow,
} from '../../features/song-requests/song-requests.ts';
import { getTrack, lockLiveTrack } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { sendNote } from '../../platform/http/connections/notes.ts';
import { idOfKey } from '../../platform/http/requests/idempotency-key.ts';
import { byCreation, type Order, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import { enqueue } from '../../platform/jobs.ts';
import {
  type CommentRow,
  countAnswers,
  countShown,
  type HelpfulKeys,
  insertComment,
  isClosed,
  isMuted,
  lockComment,
  resolveReports,
  selectAnswers,
  selectComment,
  selectFirstAnswers,
  selectMostHelpful,
  selectNewest,
  selectSeconds,
  selectUpdate,
  updateComment,
  updateMark,
  upsertReport,
} from './queries.ts';

/** Kind of the job that tells people of a comment or an update. */
export const TELL = 'comments.tell';

/** Addresses in comments of members who joined less than this ago are no links, unless they pay; ms. */
const NEW_MEMBER_MS = 7 * 86_400_000;

/** Statuses in which nothing more is said: the request ended without a song, or nobody else sees it yet. */
const OVER = new Set<RequestRow['status']>(['declined', 'returned', 'in_review']);

const helpfulOrder: Order<CommentRow, HelpfulKeys> = {
  keys: z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.uuid()]),
  keysOf: ({ helpful, created_at, id }) => [helpful, created_at, id],
};

/**
 * A subject that the reader may see. What was merged is talked about where it went.
 * @throws Problem `not_found`.
 */
async function findSubject(c: Context, reader: Reader, { on, subject }: Subject) {
  if (on === 'track') {
    await getTrack(c, subject);
    return { on, subject, isOver: false };
  }
  let row = await getRequest(c.db, reader, subject);
  if (row.merged_into) row = await getRequest(c.db, reader, row.merged_into);
  return { on, subject: row.id, isOver: OVER.has(row.status) };
}

/** As `findSubject`, so that it stays as it is until the transaction ends. */
async function lockSubject(c: Context, tx: Tx, reader: Reader, { on, subject }: Subject) {
  if (on === 'track') {
    if (!(await lockLiveTrack(tx, c.engine, c.clock(), subject))) throw new Problem('not_found');
    return { on, subject, isOver: false };
  }
  let row = await lockRequest(tx, c.engine, subject);
  assertVisible(row, reader);
  if (row.merged_into) row = await lockRequest(tx, c.engine, row.merged_into);
  return { on, subject: row.id, isOver: OVER.has(row.status) };
}

/** A page of a conversation. @throws Problem `not_found` for a subject that the reader may not see. */
export async function listComments(
  c: Context,
  reader: Reader,
  { sort, limit, cursor, ...given }: Subject & PageQuery & { sort: CommentSort },
): Promise<Conversation & { next: string | undefined }> {
  const { db } = c;
  const { subject, isOver } = await findSubject(c, reader, given);
  const count = await countShown(db, subject);
  const query = { limit, cursor };
  const page =
    sort === 'newest'
      ? await paginate(
          query,
          byCreation,
          (part) => selectNewest(db, reader, subject, part),
          () => count,
        )
      : await paginate(
          query,
          helpfulOrder,
          (part) => selectMostHelpful(db, reader, subject, part),
          () => count,
        );
  const ids = page.rows.map(({ id }) => id);
  const [answers, answerCounts, update, seconds, is_closed, is_muted] = await Promise.all([
    selectFirstAnswers(db, reader, ids),
    countAnswers(db, reader, ids),
    selectUpdate(db, reader, subject),
    given.on === 'track' ? selectSeconds(db, subject) : [],
    isOver || isClosed(db, subject),
    reader ? isMuted(db, reader.id) : false,
  ]);
  const toSaid = saidTo(c, reader);
  const comments = page.rows.map((row) => {
    const own = answers.filter(({ parent_id }) => parent_id === row.id);
    return { ...toSaid(row), answers: own.map(toSaid), answer_count: answerCounts.get(row.id)! };
  });
  return {
    comments,
    count,
    update: update ? toSaid(update) : null,
    is_closed,
    is_muted,
    seconds,
    next: page.next,
  };
}

/** The newest comments on a subject, without their answers. @throws Problem `not_found` as `listComments`. */
export async function listNewest(c: Context, reader: Reader, of: Subject, limit: number): Promise<Said[]> {
  const { subject } = await findSubject(c, reader, of);
  const rows = await selectNewest(c.db, reader, subject, { after: undefined, limit });
  return rows.map(saidTo(c, reader));
}

/** A page of the answers to a comment, oldest first. @throws Problem `not_found`. */
export async function listAnswers(c: Context, reader: Reader, id: string, query: PageQuery) {
  const row = await c.db
    .selectFrom('comment')
    .where('id', '=', id)
    .select(['subject_kind as on', 'subject'])
    .executeTakeFirst();
  if (!row) throw new Problem('not_found');
  await findSubject(c, reader, row);
  const page = await paginate(
    query,
    byCreation,
    (part) => selectAnswers(c.db, reader, id, part),
    async () => 0,
  );
  return { ...page, rows: page.rows.map(saidTo(c, reader)) };
}

/** Maps a row to the reader's view. */
function saidTo({ clock }: Pick<Context, 'clock'>, reader: Reader) {
  const now = clock();
  return (row: CommentRow): Said => {
    const { id, state, second, helpful, created_at, edited_at, plan_tier, joined_at } = row;
    const own = reader !== null && row.user_id === reader.id;
    const isGone = state === 'deleted' || (state !== 'shown' && !own && reader?.plan_tier !== 'admin');
    const isKnown = joined_at !== null && joined_at * 1000 < now - NEW_MEMBER_MS;
    return {
      id,
      text: isGone ? '' : row.text,
      state,
      by: isGone ? null : row.username,
      vip: !isGone && isVip(plan_tier),
      own: own && !isGone,
      has_links: isKnown || (plan_tier !== null && plan_tier !== 'free'),
      second: isGone ? null : second,
      helpful,
      is_helpful: Boolean(row.is_marked),
      created_at,
      edited_at,
    };
  };
}

type Writer = Reader & object;

interface NewComment extends Subject {
  text: string;
  parent_id?: string | undefined;
  second?: number | undefined;
}

/**
 * Stores a comment, and enqueues who is told of it. One with words for an admin's eyes waits.
 * @param how `key` is the caller's idempotency key: a repeat returns the comment as it is now.
 * @throws Problem `muted`; `not_found`; `conversation_closed`; `comment_answer`; `bad_input` for a second behind the end;
 *   `conflict` if the comment of this key was deleted.
 */
export async function comment(
  c: Context,
  user: Writer,
  { text, parent_id, second, ...given }: NewComment,
  { key, is_update = false }: { key?: string | undefined; is_update?: boolean } = {},
): Promise<Comment> {
  const id = key === undefined ? randomUUID() : idOfKey('comment', user.id, key);
  return c.db.transaction().execute(async (tx) => {
    const { on, subject, isOver } = await lockSubject(c, tx, user, given);
    if (key !== undefined && (await selectComment(tx, user, id))) return readComment(c, tx, user, id);
    await assertOpen(tx, user, { subject, isOver, is_update });
    if (parent_id !== undefined) await assertAnswerable(tx, user, parent_id, [given.subject, subject]);
    if (second !== undefined) await assertInside(tx, on, subject, second);
    const waits = !is_update && needsReview(text);
    const isNew = await insertComment(tx, {
      ...{ id, subject_kind: on, subject, parent_id: parent_id ?? null, user_id: user.id, text },
      second: second === undefined ? null : Math.floor(second),
      state: waits ? 'waiting' : 'shown',
      needs_review: waits ? 1 : 0,
      is_update: is_update ? 1 : 0,
      ...{ helpful: 0, created_at: c.clock(), edited_at: null },
    });
    if (!isNew) throw new Problem('conflict');
    if (!waits) await announce(c, tx, { id, subject });
    return readComment(c, tx, user, id);
  });
}

/** Checks that the user may write on a subject now. @throws Problem `muted`, `conversation_closed`. */
async function assertOpen(
  tx: Tx,
  user: Writer,
  { subject, isOver, is_update }: { subject: string; isOver: boolean; is_update: boolean },
): Promise<void> {
  if (await isMuted(tx, user.id)) throw new Problem('muted');
  // An admin may still say why it is closed.
  if (!is_update && (isOver || (await isClosed(tx, subject)))) throw new Problem('conversation_closed');
}

/** Tells everybody who looks at the subject, and enqueues who else is told. */
export async function announce(c: Context, tx: Tx, { id, subject }: { id: string; subject: string }) {
  await enqueue(tx, c.engine, { kind: TELL, key: id, payload: { id }, run_at: c.clock() });
  await sendNote(tx, c.engine, { kind: 'comments', id: subject });
}

async function assertAnswerable(tx: Tx, user: Writer, id: string, subjects: string[]): Promise<void> {
  const parent = await selectComment(tx, user, id);
  if (!parent || !subjects.includes(parent.subject)) throw new Problem('not_found');
  if (parent.parent_id !== null) throw new Problem('comment_answer');
}

async function assertInside(tx: Tx, on: Subject['on'], id: string, second: number): Promise<void> {
  const track =
    on === 'track' &&
    (await tx.selectFrom('track').where('id', '=', id).select('duration_seconds').executeTakeFirst());
  if (!track || second > track.duration_seconds)
    throw new Problem('bad_input', 'Please name a second of the song.', { field: 'second' });
}

async function readComment(c: Context, tx: Tx, user: Writer, id: string): Promise<Comment> {
  const row = (await selectComment(tx, user, id))!;
  const answerCounts = await countAnswers(tx, user, [id]);
  return { ...saidTo(c, user)(row), answers: [], answer_count: answerCounts.get(id)! };
}

/** Locks a comment that the user may read, and its subject. @throws Problem `not_found`. */
async function lockReadable(c: Context, tx: Tx, user: Writer, id: string) {
  const found = await selectComment(tx, user, id);
  if (!found) throw new Problem('not_found');
  const { isOver } = await lockSubject(c, tx, user, { on: found.subject_kind, subject: found.subject });
  await lockComment(c, tx, id);
  const row = await selectComment(tx, user, id);
  if (!row) throw new Problem('not_found');
  return { ...row, isOver };
}

/**
 * Changes the words of one's own comment, on the conditions of a new one.
 * @throws Problem `not_found`, also for somebody else's; `edit_over`; `muted`; `conversation_closed`.
 */
export async function editComment(c: Context, user: Writer, id: string, text: string) {
  return c.db.transaction().execute(async (tx) => {
    const row = await lockReadable(c, tx, user, id);
    if (row.user_id !== user.id) throw new Problem('not_found');
    const { subject, isOver } = row;
    await assertOpen(tx, user, { subject, isOver, is_update: row.is_update === 1 });
    // What an admin hid is not brought back by other words.
    if (c.clock() > row.created_at + EDIT_MS || row.state === 'hidden') throw new Problem('edit_over');
    const waits = row.state === 'waiting' || (row.is_update === 0 && needsReview(text));
    await updateComment(tx, id, {
      text,
      edited_at: c.clock(),
      ...(waits && { state: 'waiting', needs_review: 1 }),
    });
    await sendNote(tx, c.engine, { kind: 'comments', id: row.subject });
    return readComment(c, tx, user, id);
  });
}

/** Deletes one's own comment: its words are gone, and it stays while it has answers. @throws Problem `not_found`. */
export async function deleteComment(c: Context, user: Writer, id: string): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const row = await selectComment(tx, user, id);
    if (!row || row.user_id !== user.id) throw new Problem('not_found');
    await updateComment(tx, id, { state: 'deleted', text: '', second: null, needs_review: 0, is_update: 0 });
    await resolveReports(tx, id, c.clock());
    await sendNote(tx, c.engine, { kind: 'comments', id: row.subject });
  });
}

/** Marks a comment as helpful, or not. @throws Problem `not_found`; `forbidden` for one's own. */
export async function markHelpful(c: Context, user: Writer, comment_id: string, is_helpful: boolean) {
  return c.db.transaction().execute(async (tx) => {
    const row = await lockReadable(c, tx, user, comment_id);
    if (row.user_id === user.id) throw new Problem('forbidden');
    if (is_helpful && row.state !== 'shown') throw new Problem('not_found');
    const mark = { comment_id, user_id: user.id, now: c.clock() };
    return { helpful: await updateMark(tx, mark, is_helpful), is_helpful };
  });
}

/** Reports a comment to the admins. @throws Problem `not_found`. */
export async function reportComment(c: Context, user: Writer, id: string, reason: string): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    await lockReadable(c, tx, user, id);
    const created_at = c.clock();
    await upsertReport(tx, {
      ...{ id: randomUUID(), comment_id: id, user_id: user.id, reason, created_at },
      resolved_at: null,
    });
    await updateComment(tx, id, { needs_review: 1 });
  });
}
