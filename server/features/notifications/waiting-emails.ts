import { sql } from 'kysely';
import { cachedRows } from '../../platform/db/cached-query.ts';
import type { Db } from '../../platform/db/schema.ts';

/** How many emails wait to be sent; those beyond `limit` are not counted. */
export async function countWaitingEmails(db: Db, limit: number): Promise<number> {
  const rows = await cachedRows(
    db,
    'waiting emails',
    { limit },
    (v) => sql<{ count: number }>`select count(*) as count from
      (select 1 from notification where email_due_at is not null limit ${v.limit}) as waiting`,
  );
  return Number(rows[0]!.count);
}
