import { sql } from 'kysely';
import { inBatches } from '../../platform/db/lists.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';

/** Selects a user's comments after another one, oldest first. */
function exportedComments(db: Db, user_id: string) {
  const comments = db
    .selectFrom('comment')
    .where('user_id', '=', user_id)
    .select(['id', 'subject_kind', 'subject', 'parent_id', 'text', 'second', 'state', 'helpful'])
    .select(['created_at', 'edited_at'])
    .orderBy('created_at')
    .orderBy('id');
  return (last: { created_at: number; id: string } | undefined, limit: number) => {
    const after = sql<boolean>`(created_at, id) > (${last?.created_at}, ${last?.id})`;
    return (last ? comments.where(after) : comments).limit(limit).execute();
  };
}

/** A user's comments, deleted with the account; answers of others to them stay. */
export const commentData: PersonalData = {
  name: 'comments',
  export: (db, user_id) => inBatches(exportedComments(db, user_id)),
  erase: async (tx, user_id, { clock }) => {
    const own = tx.selectFrom('comment').where('user_id', '=', user_id).where('needs_review', '=', 1);
    await tx
      .updateTable('comment_report')
      .set({ resolved_at: clock() })
      .where('comment_id', 'in', own.select('id'))
      .where('resolved_at', 'is', null)
      .execute();
    await tx
      .updateTable('comment')
      .set({ state: 'deleted', text: '', second: null, needs_review: 0, is_update: 0, user_id: null })
      .where('user_id', '=', user_id)
      .execute();
  },
};

/** The marks that a user set, what they reported, and whether they are muted. */
export const commentMarkData: PersonalData = {
  name: 'comment_marks',
  export: async (db, user_id) => ({
    helpful: await db
      .selectFrom('comment_mark')
      .where('user_id', '=', user_id)
      .select(['comment_id', 'created_at'])
      .execute(),
    reports: await db
      .selectFrom('comment_report')
      .where('user_id', '=', user_id)
      .select(['comment_id', 'reason', 'created_at', 'resolved_at'])
      .execute(),
    muted_at:
      (
        await db
          .selectFrom('comment_mute')
          .where('user_id', '=', user_id)
          .select('created_at')
          .executeTakeFirst()
      )?.created_at ?? null,
  }),
  erase: async (tx, user_id) => {
    const marked = tx.selectFrom('comment_mark').where('user_id', '=', user_id).select('comment_id');
    await tx
      .updateTable('comment')
      .set((eb) => ({ helpful: eb('helpful', '-', 1) }))
      .where('id', 'in', marked)
      .execute();
    await tx.deleteFrom('comment_mark').where('user_id', '=', user_id).execute();
    await tx.updateTable('comment_report').set({ user_id: null }).where('user_id', '=', user_id).execute();
    await tx.deleteFrom('comment_mute').where('user_id', '=', user_id).execute();
  },
};
