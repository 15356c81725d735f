import type { Activity } from 'contract/personal-data.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { byCreation, type PageQuery, paginate, type TimeKeys } from '../../platform/http/paging.ts';
import type { AccountsContext } from './accounts-context.ts';

/** A page of what a user did, newest first. */
export async function listActivity(c: AccountsContext, user_id: string, query: PageQuery) {
  const activities = c.personalData.flatMap(({ activity }) => activity?.(user_id) ?? []);
  return paginate(
    query,
    byCreation,
    (page) => selectActivities(c.db, activities, page),
    () => countActivities(c.db, activities),
  );
}

async function selectActivities(
  db: Db,
  activities: RawBuilder<Activity>[],
  { after, limit }: { after: TimeKeys | undefined; limit: number },
): Promise<Activity[]> {
  const since = after ? sql`where (created_at, id) < (${sql.join(after)})` : sql``;
  // Each part reads its own newest rows by its own index; only those are merged.
  const parts = activities.map(
    (activity) => sql`select * from (
      select * from (${activity}) as part ${since} order by created_at desc, id desc limit ${limit}
    ) as newest`,
  );
  const union = sql.join(parts, sql` union all `);
  const { rows } = await sql<Activity>`${union} order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

async function countActivities(db: Db, activities: RawBuilder<Activity>[]): Promise<number> {
  const counts = activities.map((activity) => sql`(select count(*) from (${activity}) as part)`);
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db);
  return Number(rows[0]!.total);
}
