import type { Activity } from 'contract/features/accounts/personal-data.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { byCreation, type PageQuery, paginate, type TimeKeys } from '../../platform/http/requests/paging.ts';
import { emit } from '../../platform/jobs.ts';
import type { AccountsContext } from './accounts-context.ts';
import { selectSessions } from './login/sessions.ts';
import { assertAnotherAdmin } from './members/members.ts';
import { selectStatus } from './members/plans.ts';
import { discardAvatar } from './profile.ts';
import type { Client } from './proof/client.ts';
import { asOwner } from './proof/owner.ts';
import { anonymizeUser, replaceAvatar } from './queries.ts';

/** Event: an account was deleted. */
export const ACCOUNT_DELETED = 'accounts.deleted';

/** Events of the account itself: it was created; its password, profile or plan changed. */
export const accountEventData: PersonalData = {
  name: 'account_events',
  activity: (user_id) => sql`
    select id, kind, created_at, cast(null as text) as subject_id, detail as subject, cast(null as text) as artist
    from account_event where user_id = ${user_id}`,
  export: (db, user_id) =>
    db
      .selectFrom('account_event')
      .where('user_id', '=', user_id)
      .select(['kind', 'detail', 'created_at'])
      .orderBy('created_at')
      .execute(),
  erase: (tx, user_id) => tx.deleteFrom('account_event').where('user_id', '=', user_id).execute(),
};

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

/** Everything stored about a user, for `streamJson`, except secrets: hashes of passwords and tokens. */
export function personalDataParts(c: AccountsContext, user_id: string): object {
  const features = c.personalData.map((data) => [data.name, () => data.export(c.db, user_id)]);
  return {
    account_status: async () => (await selectStatus(c.db, { user_id })) ?? null,
    sessions: () => selectSessions(c.db, user_id),
    ...Object.fromEntries(features),
  };
}

/**
 * Deletes the caller's account and personal data. Rows that others depend on stay, without a name.
 *
 * Anonymizing the user waits for transactions that insert rows of this user, such as a song request, and those may
 * wait for the user's balance. So erasing must not lock balances, or the two would deadlock.
 * @throws Problem as `asOwner`; `last_admin`.
 */
export async function deleteAccount(
  c: AccountsContext,
  client: Client,
  user: CurrentUser,
  proof: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const picture = await asOwner(c, client, user, proof, async (tx) => {
    await assertAnotherAdmin(tx, c.engine, user.id);
    for (const { erase } of c.personalData) await erase(tx, user.id, c);
    const avatar_url = await replaceAvatar(tx, user.id, null);
    await anonymizeUser(tx, user.id, c.clock());
    await emit(tx, c.engine, ACCOUNT_DELETED, {}, c.clock());
    return avatar_url;
  });
  await discardAvatar(c, picture);
}
