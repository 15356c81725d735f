import { Problem } from 'contract/errors.ts';
import type { ManagedComment, Subject } from 'contract/extensions/comments/comments.ts';
import type { Context } from '../../platform/context.ts';
import { sendNote } from '../../platform/http/connections/notes.ts';
import { byCreation, type Page, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import { announce } from './comments.ts';
import {
  countToReview,
  lockComment,
  resolveReports,
  selectReasons,
  selectToReview,
  updateComment,
} from './queries.ts';

/** A page of the comments that wait for an admin or were reported, newest first. */
export async function listToReview({ db }: Context, query: PageQuery): Promise<Page<ManagedComment>> {
  const page = await paginate(
    query,
    byCreation,
    (part) => selectToReview(db, part),
    () => countToReview(db),
  );
  const reasons = await selectReasons(
    db,
    page.rows.map(({ id }) => id),
  );
  const rows = page.rows.map(({ muted, title, ...row }) => ({
    ...row,
    title: title ?? '',
    is_muted: muted !== null,
    reasons: reasons.filter(({ comment_id }) => comment_id === row.id).map(({ reason }) => reason),
  }));
  return { ...page, rows };
}

/** Hides or shows a comment, and resolves its reports. @throws Problem `not_found`; `conflict` for a deleted one. */
export async function judge(c: Context, id: string, state: 'shown' | 'hidden'): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const row = await lockComment(c, tx, id);
    if (row.state === 'deleted') throw new Problem('conflict', 'This comment was deleted.');
    await updateComment(tx, id, { state, needs_review: 0 });
    await resolveReports(tx, id, c.clock());
    // Nobody has heard of one that waited.
    if (row.state === 'waiting' && state === 'shown') await announce(c, tx, row);
    else await sendNote(tx, c.engine, { kind: 'comments', id: row.subject });
  });
}

/** Keeps the writer of a comment from writing any, or lets them again. @throws Problem `not_found`. */
export async function muteWriter(c: Context, id: string, muted: boolean): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const { user_id } = await lockComment(c, tx, id);
    if (user_id === null) throw new Problem('not_found');
    if (muted)
      await tx
        .insertInto('comment_mute')
        .values({ user_id, created_at: c.clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await tx.deleteFrom('comment_mute').where('user_id', '=', user_id).execute();
  });
}

/**
 * Closes a conversation, or opens it again; that of a merged request where it went. The subject need not exist: closing
 * that has no effect.
 */
export async function closeConversation(c: Context, given: Subject & { closed: boolean }) {
  const { closed } = given;
  await c.db.transaction().execute(async (tx) => {
    const merged = tx.selectFrom('song_request').where('id', '=', given.subject).select('merged_into');
    const subject = (await merged.executeTakeFirst())?.merged_into ?? given.subject;
    if (closed)
      await tx
        .insertInto('closed_conversation')
        .values({ subject, created_at: c.clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await tx.deleteFrom('closed_conversation').where('subject', '=', subject).execute();
    await sendNote(tx, c.engine, { kind: 'comments', id: subject });
  });
}
