import type { PersonPage } from 'contract/extensions/people.ts';
import { isVip } from 'contract/plans.ts';
import { listPublicPlaylists } from '../../features/playlists/playlists.ts';
import { liveTracksAmong, momentOf, trackColumns } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';

/** Limit of each list in a profile: whole rows in 2 and 4 columns. */
const SHOWN = 24;

/**
 * A public profile: never an email, a name or what is private.
 * @param origin of the media URLs.
 */
export async function getPersonPage(c: Context, username: string, origin: string): Promise<PersonPage> {
  const person = await findPerson(c, username);
  if (!person) return { person: null, released: [], playlists: [] };
  const [released, playlists] = await Promise.all([
    selectRequestedTracks(c.db, c.clock(), person.id, SHOWN),
    listPublicPlaylists(c, person.id, SHOWN, origin),
  ]);
  return {
    person: {
      username: person.username,
      avatar_url: person.avatar_url && origin + person.avatar_url,
      vip: isVip(person.plan_tier),
    },
    released: withAbsoluteUrls(released, origin),
    playlists,
  };
}

/** The owner of a public profile. No username contains NUL, and PostgreSQL refuses it. */
export const findPerson = async ({ db }: Pick<Context, 'db'>, username: string) =>
  username.includes('\0') ? undefined : selectPerson(db, username.toLowerCase());

export const getVisibility = async (c: Context, user_id: string) => ({
  is_public: await selectVisibility(c.db, user_id),
});

export async function setVisibility(c: Context, user_id: string, is_public: boolean) {
  if (is_public) await insertPublicProfile(c.db, user_id, c.clock());
  else await deletePublicProfile(c.db, user_id);
  return { is_public };
}

export const publicProfileData: PersonalData = {
  name: 'public_profile',
  export: async (db, user_id) => ({ is_public: await selectVisibility(db, user_id) }),
  erase: (tx, user_id) => deletePublicProfile(tx, user_id),
};

/** The owner of a public profile, by the username in lower case. */
function selectPerson(db: Db, username_key: string) {
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
function selectRequestedTracks(db: Db, now: number, user_id: string, limit: number) {
  return liveTracksAmong(db, momentOf(now))
    .where('track.requester_id', '=', user_id)
    .select(trackColumns)
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .limit(limit)
    .execute();
}

async function selectVisibility(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('public_profile')
    .where('user_id', '=', user_id)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Nothing changes for a deleted account. */
async function insertPublicProfile(db: Db, user_id: string, now: number): Promise<void> {
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

async function deletePublicProfile(db: Db | Tx, user_id: string): Promise<void> {
  await db.deleteFrom('public_profile').where('user_id', '=', user_id).execute();
}
