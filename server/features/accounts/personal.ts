import type { Activity } from 'contract/accounts.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { byCreation, type PageQuery, paginate, type TimeKeys } from '../../platform/http/paging.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { creditsOf } from '../credits/credits.ts';
import { savesOf } from '../library/library.ts';
import { notificationsOf } from '../notifications/notifications.ts';
import { purchasesOf } from '../payments/payments.ts';
import { playlistsOf } from '../playlists/playlists.ts';
import { playsOf } from '../plays/plays.ts';
import { reportsOf } from '../publishing/publishing.ts';
import { requestsOf } from '../song-requests/song-requests.ts';
import { eventsOf } from './events.ts';
import { selectStatus } from './queries.ts';

/** Every feature that keeps something of a person has its line here. */
const kept: PersonalData[] = [
  eventsOf,
  playsOf,
  savesOf,
  playlistsOf,
  creditsOf,
  purchasesOf,
  requestsOf,
  reportsOf,
  notificationsOf,
];

/** A page of what the user did, newest first, and how much it is in all. */
export async function listActivity(c: Context, user_id: string, query: PageQuery) {
  const activities = kept.flatMap(({ activity }) => activity?.(user_id) ?? []);
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
    kept.map(async ({ name, exported }) => [name, await exported(c.db, user.id)] as const),
  );
  return {
    exported_at: new Date(c.clock()).toISOString(),
    account_status: (await selectStatus(c.db, { user_id: user.id })) ?? null,
    sessions,
    ...Object.fromEntries(parts),
  };
}

/** Takes a person out of every feature's rows. */
export async function forgetEverywhere(tx: Tx, user_id: string): Promise<void> {
  for (const { forget } of kept) await forget(tx, user_id);
}

/**
 * What is left to do where a transaction does not reach, as at the payment provider. Not waited for; what fails is
 * done again by its own daily job.
 */
export function forgetElsewhere(c: Context): void {
  void Promise.allSettled(kept.map(async ({ forgetElsewhere }) => forgetElsewhere?.(c)));
}
