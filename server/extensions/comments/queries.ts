import { Problem } from 'contract/errors.ts';
import {
  ANSWERS_COUNTED,
  ANSWERS_SHOWN,
  COMMENTS_COUNTED,
} from 'contract/extensions/comments/comments-constants.ts';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { CommentTable } from '../../platform/db/tables/extensions/comments.ts';
import { newestFirst, type TimeKeys, type TimePage } from '../../platform/http/requests/paging.ts';

/** Condition for texts the reader sees: shown ones, their own, and for an admin all that are not deleted. */
function isReadable(reader: Reader): RawBuilder<boolean> {
  if (reader?.plan_tier === 'admin') return sql<boolean>`comment.state <> 'deleted'`;
  if (!reader) return sql<boolean>`comment.state = 'shown'`;
  return sql<boolean>`(comment.state = 'shown'
    or (comment.state in ('waiting', 'hidden') and comment.user_id = ${reader.id}))`;
}

/** A comment that cannot be read stays while it has answers. */
const isListed = (reader: Reader) => sql<boolean>`(${isReadable(reader)} or exists (
  select 1 from comment as answer where answer.parent_id = comment.id and answer.state = 'shown'))`;

/** Comments with what is shown of their writers. @param from a table or a query of comments. */
const withWriters = (db: Db | Tx, from: RawBuilder<unknown>, reader: Reader) =>
  db
    .selectFrom(sql<CommentTable>`${from}`.as('comment'))
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'comment.user_id').on('user.deleted_at', 'is', null),
    )
    .leftJoin('account_status', 'account_status.user_id', 'user.id')
    .select([
      'comment.id',
      'comment.subject_kind',
      'comment.subject',
      'comment.parent_id',
      'comment.user_id',
      'comment.text',
      'comment.second',
      'comment.state',
      'comment.is_update',
      'comment.helpful',
      'comment.created_at',
      'comment.edited_at',
      'user.username',
      'user.created_at as joined_at',
      'account_status.plan_tier',
      marked(reader).as('is_marked'),
    ]);

const marked = (reader: Reader) =>
  reader
    ? sql<boolean | number>`exists (select 1 from comment_mark
        where comment_mark.comment_id = comment.id and comment_mark.user_id = ${reader.id})`
    : sql<boolean | number>`(1 = 0)`;

const all = sql`comment`;

export type CommentRow = Awaited<ReturnType<typeof selectComment>> & object;

export const selectComment = (db: Db | Tx, reader: Reader, id: string) =>
  withWriters(db, all, reader).where('comment.id', '=', id).where(isReadable(reader)).executeTakeFirst();

/** A page of comments that answer nothing, newest first. */
export const selectNewest = (db: Db, reader: Reader, subject: string, page: TimePage) =>
  newestFirst(ofSubject(db, reader, subject), 'comment', page).execute();

export type HelpfulKeys = [helpful: number, ...TimeKeys];

/** A page of comments that answer nothing, those first that most people found helpful. */
export function selectMostHelpful(
  db: Db,
  reader: Reader,
  subject: string,
  { after, limit }: { after: HelpfulKeys | undefined; limit: number },
) {
  const query = ofSubject(db, reader, subject);
  const rest = after
    ? query.where(sql<boolean>`(comment.helpful, comment.created_at, comment.id) < (${sql.join(after)})`)
    : query;
  return rest
    .orderBy('comment.helpful', 'desc')
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(limit)
    .execute();
}

const ofSubject = (db: Db, reader: Reader, subject: string) =>
  withWriters(db, all, reader)
    .where('comment.subject', '=', subject)
    .where('comment.parent_id', 'is', null)
    .where(isListed(reader));

/** The first answers to each of these comments, oldest first: each comment's by an index, however many there are. */
export async function selectFirstAnswers(db: Db, reader: Reader, ids: string[]) {
  if (ids.length === 0) return [];
  const first = ids.map(
    (id) => sql`select * from (select comment.* from comment
      where comment.parent_id = ${id} and ${isReadable(reader)}
      order by comment.created_at, comment.id limit ${ANSWERS_SHOWN}) as first_answers`,
  );
  return withWriters(db, sql`(${sql.join(first, sql` union all `)})`, reader)
    .orderBy('comment.created_at')
    .orderBy('comment.id')
    .execute();
}

/** Numbers of answers by the comments' ids, `ANSWERS_COUNTED` at most. */
export async function countAnswers(db: Db | Tx, reader: Reader, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const counts = ids.map(
    (id) => sql`select cast(${id} as text) as id, (select count(*) from (select 1 from comment
      where comment.parent_id = ${id} and ${isReadable(reader)} limit ${ANSWERS_COUNTED}) as counted) as total`,
  );
  const { rows } = await sql<{ id: string; total: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  );
  return new Map(rows.map(({ id, total }) => [id, Number(total)]));
}

/** A page of the answers to a comment, oldest first. */
export function selectAnswers(db: Db, reader: Reader, id: string, { after, limit }: TimePage) {
  const query = withWriters(db, all, reader).where('comment.parent_id', '=', id).where(isReadable(reader));
  const rest = after
    ? query.where(sql<boolean>`(comment.created_at, comment.id) > (${sql.join(after)})`)
    : query;
  return rest.orderBy('comment.created_at').orderBy('comment.id').limit(limit).execute();
}

/** The latest word of an admin on a request. */
export const selectUpdate = (db: Db, reader: Reader, subject: string) =>
  withWriters(db, all, reader)
    .where('comment.subject', '=', subject)
    .where('comment.is_update', '=', 1)
    .where('comment.state', '=', 'shown')
    .orderBy('comment.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Number of shown comments and answers, `COMMENTS_COUNTED` at most. */
export const countShown = (db: Db, subject: string) =>
  countRows(
    db.selectFrom(
      db
        .selectFrom('comment')
        .where('subject', '=', subject)
        .where(sql<boolean>`state = 'shown'`)
        .limit(COMMENTS_COUNTED)
        .select('id')
        .as('counted'),
    ),
  );

/** Places of a song that are drawn on its waveform at most. */
const MARKS = 200;

/** The seconds of a song that people spoke of. */
export async function selectSeconds(db: Db, subject: string): Promise<number[]> {
  const rows = await db
    .selectFrom('comment')
    .where('subject', '=', subject)
    .where('state', '=', 'shown')
    .where('second', 'is not', null)
    .select('second')
    .distinct()
    .orderBy('second')
    .limit(MARKS)
    .execute();
  return rows.map(({ second }) => second!);
}

export async function isMuted(db: Db | Tx, user_id: string): Promise<boolean> {
  const rows = await db.selectFrom('comment_mute').where('user_id', '=', user_id).select('user_id').execute();
  return rows.length > 0;
}

export async function isClosed(db: Db | Tx, subject: string): Promise<boolean> {
  const query = db.selectFrom('closed_conversation').where('subject', '=', subject).select('subject');
  return (await query.execute()).length > 0;
}

/** Locks a comment until the transaction ends. @throws Problem `not_found`. */
export async function lockComment({ engine }: Pick<Context, 'engine'>, tx: Tx, id: string) {
  const query = tx.selectFrom('comment').where('id', '=', id).select(['id', 'subject', 'state', 'user_id']);
  const row = await engine.lockRow(query).executeTakeFirst();
  if (!row) throw new Problem('not_found');
  return row;
}

/** Inserts a comment unless there is one with its id. @returns whether it was inserted. */
export async function insertComment(tx: Tx, row: Insertable<Schema['comment']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('comment')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateComment(tx: Tx, id: string, changes: Partial<CommentTable>): Promise<void> {
  await tx.updateTable('comment').set(changes).where('id', '=', id).execute();
}

/** Adds or removes a mark, and counts it. @returns how many there are. */
export async function updateMark(
  tx: Tx,
  { comment_id, user_id, now }: { comment_id: string; user_id: string; now: number },
  helpful: boolean,
): Promise<number> {
  const changed = helpful
    ? await tx
        .insertInto('comment_mark')
        .values({ comment_id, user_id, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
        .then(({ numInsertedOrUpdatedRows = 0n }) => Number(numInsertedOrUpdatedRows))
    : await tx
        .deleteFrom('comment_mark')
        .where('comment_id', '=', comment_id)
        .where('user_id', '=', user_id)
        .executeTakeFirst()
        .then(({ numDeletedRows }) => -Number(numDeletedRows));
  const row = await tx
    .updateTable('comment')
    .set((eb) => ({ helpful: eb('helpful', '+', changed) }))
    .where('id', '=', comment_id)
    .returning('helpful')
    .executeTakeFirstOrThrow();
  return row.helpful;
}

/** Stores a report; a member's open report of the same comment is replaced. */
export async function upsertReport(tx: Tx, row: Insertable<Schema['comment_report']>): Promise<void> {
  const { reason, created_at } = row;
  await tx
    .insertInto('comment_report')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['comment_id', 'user_id'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({ reason, created_at }),
    )
    .execute();
}

/** The admins have looked at a comment. */
export async function resolveReports(tx: Tx, comment_id: string, now: number): Promise<void> {
  await tx
    .updateTable('comment_report')
    .set({ resolved_at: now })
    .where('comment_id', '=', comment_id)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Comments that need an admin's eyes, newest first. */
export function selectToReview(db: Db, page: TimePage) {
  const query = db
    .selectFrom('comment')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'comment.user_id').on('user.deleted_at', 'is', null),
    )
    .leftJoin('song_request', 'song_request.id', 'comment.subject')
    .leftJoin('track', 'track.id', 'comment.subject')
    .leftJoin('comment_mute', 'comment_mute.user_id', 'comment.user_id')
    .where('comment.needs_review', '=', 1)
    .select(({ fn }) => [
      'comment.id',
      'comment.text',
      'comment.state',
      'comment.created_at',
      'comment.subject_kind as on',
      'comment.subject',
      'user.username as by',
      fn.coalesce('song_request.title', 'track.title').as('title'),
      'comment_mute.user_id as muted',
    ]);
  return newestFirst(query, 'comment', page).execute();
}

export const countToReview = (db: Db) => countRows(db.selectFrom('comment').where('needs_review', '=', 1));

/** Reasons that are shown of one comment. */
const REASONS = 5;

/** Reasons for the reports of these comments, the latest first. */
export async function selectReasons(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ comment_id: string; reason: string }>`select comment_id, reason from (
      select comment_id, reason, created_at, row_number() over (partition by comment_id order by created_at desc) as rank
      from comment_report where comment_id in (${sql.join(ids)}) and resolved_at is null) as report
    where rank <= ${REASONS} order by created_at desc`.execute(db);
  return rows;
}
