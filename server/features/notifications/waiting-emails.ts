import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

/** How many emails wait to be sent; those beyond `limit` are not counted. */
export async function countWaitingEmails(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from notification where email_due_at is not null limit ${limit}) as waiting`.execute(db);
  return Number(rows[0]!.count);
}
