import type { Activity } from 'contract/accounts.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { byCreation, type PageQuery, paginate, type TimeKeys } from '../../platform/http/paging.ts';
import { selectStatus } from './queries.ts';

/** A page of what the user did, newest first, and how much it is in all. */
export async function listActivity(c: Context, user_id: string, query: PageQuery) {
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

/** Everything that is kept about a user, but for secrets: hashes of passwords and tokens help nobody honest. */
export async function exportAll(c: Context, user: CurrentUser) {
  const sessions = await c.db
    .selectFrom('session')
    .where('user_id', '=', user.id)
    .select(['created_at', 'last_used_at'])
    .execute();
  const parts = await Promise.all(
    c.personalData.map(async (data) => [data.name, await data.export(c.db, user.id)] as const),
  );
  return {
    exported_at: new Date(c.clock()).toISOString(),
    account_status: (await selectStatus(c.db, { user_id: user.id })) ?? null,
    sessions,
    ...Object.fromEntries(parts),
  };
}

/** Erases a person from the rows of every feature. */
export async function erasePerson(tx: Tx, c: Pick<Context, 'personalData'>, user_id: string): Promise<void> {
  for (const { erase } of c.personalData) await erase(tx, user_id);
}

/**
 * Erases data where the transaction does not reach, such as at the payment provider. Nobody waits for it: a daily job
 * retries what fails.
 */
export function eraseElsewhere(c: Context): void {
  void Promise.allSettled(c.personalData.map(async ({ eraseElsewhere }) => eraseElsewhere?.(c)));
}
