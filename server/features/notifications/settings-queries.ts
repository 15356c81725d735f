import { cachedRows } from '../../platform/db/cached-query.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

/** Whether a person wants emails: everyone does who has not said no. */
export async function selectEmailSetting(db: Db | Tx, user_id: string): Promise<boolean> {
  const rows = await cachedRows(db, 'notification setting', { user_id }, (v) =>
    db.selectFrom('notification_setting').where('user_id', '=', v.user_id).select('by_email'),
  );
  return rows[0]?.by_email !== 0;
}

/** Nothing changes for a deleted account. */
export async function upsertEmailSetting(db: Db, user_id: string, wanted: boolean): Promise<void> {
  const by_email = wanted ? 1 : 0;
  await db
    .insertInto('notification_setting')
    .columns(['user_id', 'by_email'])
    .expression((eb) =>
      eb
        .selectFrom('user')
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .select(['id as user_id', eb.cast<0 | 1>(eb.val(by_email), 'integer').as('by_email')]),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ by_email }))
    .execute();
}
