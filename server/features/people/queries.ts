import type { Db, Tx } from '../../platform/db/schema.ts';
import { liveTracksAmong, momentOf, trackColumns } from '../tracks/tracks.ts';

/** The owner of a public profile, by the username in lower case. */
export function selectPerson(db: Db, username_key: string) {
  return db
    .selectFrom('user')
    .innerJoin('public_profile', 'public_profile.user_id', 'user.id')
    .leftJoin('account_status', 'account_status.user_id', 'user.id')
    .where('user.username_key', '=', username_key)
    .where('user.deleted_at', 'is', null)
    .where('user.suspended_at', 'is', null)
    .select(['user.id', 'user.username', 'user.avatar_url', 'account_status.plan_tier'])
    .executeTakeFirst();
}

/** The latest live tracks that a person requested. */
export function selectRequestedTracks(db: Db, now: number, user_id: string, limit: number) {
  return liveTracksAmong(db, momentOf(now))
    .where('track.requester_id', '=', user_id)
    .select(trackColumns)
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .limit(limit)
    .execute();
}

export async function selectVisibility(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('public_profile')
    .where('user_id', '=', user_id)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Nothing changes for a deleted account. */
export async function insertPublicProfile(db: Db, user_id: string, now: number): Promise<void> {
  await db
    .insertInto('public_profile')
    .columns(['user_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('user')
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .select(['id as user_id', eb.cast<number>(eb.val(now), 'bigint').as('created_at')]),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function deletePublicProfile(db: Db | Tx, user_id: string): Promise<void> {
  await db.deleteFrom('public_profile').where('user_id', '=', user_id).execute();
}
