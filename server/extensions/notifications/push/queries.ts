import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { isShown, notifiedName } from '../followed.ts';

/** Members with something to push, those who waited longest first. @param read notifications that are looked at. */
export async function selectDueMembers(db: Db, now: number, read: number): Promise<string[]> {
  const due = db
    .selectFrom('notification')
    .where('push_due_at', '<=', now)
    .orderBy('push_due_at')
    .limit(read)
    .select('user_id');
  const rows = await db.selectFrom(due.as('due')).select('user_id').distinct().execute();
  return rows.map(({ user_id }) => user_id);
}

/** Push settings of a member; undefined if they never subscribed, or are suspended or gone. */
export const selectRecipient = (db: Db, user_id: string) =>
  db
    .selectFrom('push_setting')
    .innerJoin('user', 'user.id', 'push_setting.user_id')
    .where('push_setting.user_id', '=', user_id)
    .where('user.suspended_at', 'is', null)
    .where('user.deleted_at', 'is', null)
    .select(['kinds_off', 'quiet_from', 'quiet_until', 'time_zone', 'rest_until', 'failures'])
    .select('user.language')
    .executeTakeFirst();

/** Claims a member until a time, unless another server has. */
export async function changeRest(
  db: Db,
  user_id: string,
  { from, rest_until, failures }: { from: number; rest_until: number; failures: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_setting')
    .set({ rest_until, failures })
    .where('user_id', '=', user_id)
    .where('rest_until', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Due notifications of a claimed member, newest first; also those another server has postponed meanwhile, but no
 * comments before the end of their hour.
 */
export function selectDue(db: Db, user_id: string, now: number, limit: number) {
  return db
    .selectFrom('notification')
    .where('user_id', '=', user_id)
    .where('push_due_at', 'is not', null)
    .where(({ eb, or }) => or([eb('kind', '<>', 'comment'), eb('push_due_at', '<=', now)]))
    .select([
      'id',
      'kind',
      'role',
      'title',
      'artist',
      'request_id',
      'track_id',
      'reason',
      'followed',
      'followed_target',
    ])
    .select(['created_at', 'read_at', notifiedName.as('followed_name')])
    .select(isShown(new Date(now).toISOString()).as('is_shown'))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Changes when what is due for a member is pushed. @param until null for never. */
export async function postpone(
  db: Db,
  user_id: string,
  { now, until }: { now: number; until: number | null },
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ push_due_at: until })
    .where('user_id', '=', user_id)
    .where('push_due_at', '<=', now)
    .execute();
}

/** Nothing of these is pushed any more. */
export async function endPushes(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('notification').set({ push_due_at: null }).where('id', 'in', ids).execute();
}

/** Due time of a notification that is inserted: now, for recipients with a device; otherwise never. */
export const dueForDevices = (at: number | null) =>
  sql`case when exists (select 1 from push_subscription where push_subscription.user_id = recipient.user_id)
    then cast(${at} as bigint) end`;
