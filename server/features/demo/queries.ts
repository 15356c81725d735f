import type { Db, Tx } from '../../platform/db/schema.ts';

/** Which of these tracks exist, deleted ones included: a track an admin deleted is not recorded again. */
export async function knownIds(db: Db | Tx, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('track').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

export async function tracksExist(db: Db): Promise<boolean> {
  return (await db.selectFrom('track').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function usersExist(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The accounts with these emails that still exist, with their current plans. */
export function demoPeople(db: Db, emails: string[]) {
  return db
    .selectFrom('user')
    .innerJoin('account_status', 'account_status.user_id', 'user.id')
    .where('user.email', 'in', emails)
    .select(['user.id', 'account_status.plan_tier'])
    .orderBy('user.email')
    .execute();
}
