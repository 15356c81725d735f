import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

/** Emails that wait to be sent, oldest first. */
export function selectDueEmails(db: Db, now: number, limit: number) {
  return db
    .selectFrom('notification')
    .leftJoin('user', 'user.id', 'notification.user_id')
    .leftJoin('notification_setting', 'notification_setting.user_id', 'notification.user_id')
    .where('email_due_at', '<=', now)
    .orderBy('email_due_at')
    .limit(limit)
    .select(['notification.id', 'notification.user_id', 'notification.kind', 'notification.role'])
    .select(['notification.request_id', 'notification.title', 'notification.artist'])
    .select([
      'notification.track_id',
      'notification.reason',
      'notification.created_at',
      'notification.read_at',
    ])
    .select([
      'user.email',
      'user.language',
      'user.suspended_at',
      'user.email_confirmed_at',
      'user.must_confirm_email',
      'notification_setting.by_email',
    ])
    .execute();
}

/** Claims due emails until a time. @returns the ids of those that no other server has claimed. */
export async function claimEmails(
  db: Db,
  ids: readonly string[],
  { now, until }: { now: number; until: number },
): Promise<Set<string>> {
  const rows = await db
    .updateTable('notification')
    .set(({ eb }) => ({ email_due_at: until, email_attempts: eb('email_attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('email_due_at', '<=', now)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ends emails that are claimed until this time: none of them is sent again. @returns how many still were. */
export async function endEmails(db: Db, ids: readonly string[], until: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ email_due_at: null })
    .where('id', 'in', ids)
    .where('email_due_at', '=', until)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The wait after the first failed attempt, which doubles six times; ms. */
const RETRY_AFTER_MS = 60_000;

/**
 * Makes emails due again later.
 * @param until which they are claimed; null for ended ones, which the mail server refused in its last answer.
 */
export async function postponeEmails(
  db: Db,
  ids: readonly string[],
  { now, until }: { now: number; until: number | null },
): Promise<void> {
  if (ids.length === 0) return;
  const doublings = sql<number>`(case when email_attempts > 6 then 6 else email_attempts - 1 end)`;
  await db
    .updateTable('notification')
    .set({ email_due_at: sql<number>`${now} + cast(${RETRY_AFTER_MS} as bigint) * (1 << ${doublings})` })
    .where('id', 'in', ids)
    .where('email_due_at', until === null ? 'is' : '=', until)
    .execute();
}

/** Number of emails that wait to be sent, counted up to `limit`. */
export async function countWaitingEmails(db: Db, limit: number): Promise<number> {
  const rows = (
    await sql<{ count: number }>`select count(*) as count from
      (select 1 from notification where email_due_at is not null limit ${limit}) as waiting`.execute(db)
  ).rows;
  return Number(rows[0]!.count);
}
