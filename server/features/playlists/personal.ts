import type { Activity } from 'contract/features/accounts/personal-data.ts';
import { limitOf } from 'contract/plans.ts';
import { sql } from 'kysely';
import { inBatches } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { emit, type JobContext } from '../../platform/jobs.ts';
import { INHERITED, type Inherited } from './people.ts';
import { playlistColumns } from './queries.ts';

export const playlistData: PersonalData = {
  name: 'playlists',
  activity: (user_id) => sql<Activity>`
    select id, 'playlist' as kind, created_at, id as subject_id, name as subject, cast(null as text) as artist
    from playlist where user_id = ${user_id} and is_deleted = 0`,
  export: (db, user_id) => inBatches(exportedPlaylists(db, user_id), PLAYLISTS_AT_ONCE),
  erase: deletePlaylists,
};

type Announcing = Pick<JobContext, 'engine' | 'clock'>;

/** A playlist may hold a thousand tracks. */
const PLAYLISTS_AT_ONCE = 20;

/** Selects a user's playlists after another one, each with its tracks. */
function exportedPlaylists(db: Db, user_id: string) {
  const own = db.selectFrom('playlist').where('user_id', '=', user_id).select(playlistColumns);
  return async (last: { created_at: number; id: string } | undefined, limit: number) => {
    const after = sql<boolean>`(created_at, id) > (${last?.created_at}, ${last?.id})`;
    const playlists = await (last ? own.where(after) : own)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    if (playlists.length === 0) return [];
    const ids = playlists.map(({ id }) => id);
    const tracks = Map.groupBy(await selectTracksOf(db, ids), (link) => link.playlist_id);
    return playlists.map(({ user_id: _, is_deleted, ...playlist }) => ({
      ...playlist,
      is_deleted: is_deleted === 1,
      tracks: (tracks.get(playlist.id) ?? []).map(({ playlist_id: _, ...track }) => track),
    }));
  };
}

function selectTracksOf(db: Db, playlist_ids: string[]) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('track', 'track.id', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', 'in', playlist_ids)
    .select([
      'playlist_track.playlist_id',
      'playlist_track.track_id',
      'track.title',
      'track.display_artist',
      'playlist_track.created_at',
    ])
    .orderBy('playlist_track.playlist_id')
    .orderBy('playlist_track.order_key')
    .orderBy('playlist_track.position')
    .orderBy('playlist_track.id')
    .execute();
}

/** A person's additions to playlists, and the playlists of others that they edit. */
export const addedData: PersonalData = {
  name: 'shared_playlists',
  export: (db, user_id) =>
    db
      .selectFrom('playlist_editor')
      .innerJoin('playlist', 'playlist.id', 'playlist_editor.playlist_id')
      .where('playlist_editor.user_id', '=', user_id)
      // Counted in one pass: for each playlist, the database would read all that the person ever added.
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('playlist_track')
            .where('added_by', '=', user_id)
            .groupBy('playlist_id')
            .select(({ fn }) => ['playlist_id', fn.countAll<number>().as('tracks')])
            .as('added'),
        (join) => join.onRef('added.playlist_id', '=', 'playlist.id'),
      )
      .select(['playlist.name', 'playlist_editor.invited_at', 'playlist_editor.since'])
      .select(({ fn, val }) => fn.coalesce('added.tracks', val(0)).as('tracks_added'))
      .orderBy('playlist_editor.invited_at')
      .limit(EXPORTED_MAX)
      .execute(),
  // Their playlists know them by then.
  erase: async (tx, user_id) => {
    await tx.updateTable('playlist_track').set({ added_by: null }).where('added_by', '=', user_id).execute();
  },
};

/** Invitations are not limited on the side of who is invited. */
const EXPORTED_MAX = 1000;

/**
 * Passes playlists that others edit on, and deletes the rest. Marks these as deleted first: this waits for locks on
 * them, and concurrent changes then no longer find them.
 */
async function deletePlaylists(tx: Tx, user_id: string, c: Announcing): Promise<void> {
  // Waits for somebody who passes a playlist on to this person right now: it is then one of those below.
  await tx.deleteFrom('playlist_editor').where('user_id', '=', user_id).execute();
  await tx
    .updateTable('playlist')
    .set({ updated_at: sql.ref('updated_at') })
    .where('user_id', '=', user_id)
    .execute();
  await passOn(tx, user_id, c);
  await tx.updateTable('playlist').set({ is_deleted: 1 }).where('user_id', '=', user_id).execute();
  await tx
    .deleteFrom('playlist_track')
    .where('playlist_id', 'in', (eb) =>
      eb.selectFrom('playlist').where('user_id', '=', user_id).select('playlist.id'),
    )
    .execute();
  await tx
    .deleteFrom('playlist_word')
    .where('playlist_id', 'in', (eb) =>
      eb.selectFrom('playlist').where('user_id', '=', user_id).select('playlist.id'),
    )
    .execute();
  await tx
    .deleteFrom('playlist_card')
    .where('playlist_id', 'in', (eb) =>
      eb.selectFrom('playlist').where('user_id', '=', user_id).select('playlist.id'),
    )
    .execute();
  await tx.deleteFrom('playlist').where('user_id', '=', user_id).execute();
}

/** Each playlist goes, with a note, to who has edited it longest, of those whose plans have room for it. */
async function passOn(tx: Tx, user_id: string, { engine, clock }: Announcing): Promise<void> {
  const editors = await tx
    .selectFrom('playlist_editor')
    .innerJoin('playlist', 'playlist.id', 'playlist_editor.playlist_id')
    .innerJoin('user', 'user.id', 'playlist_editor.user_id')
    .leftJoin('account_status', 'account_status.user_id', 'user.id')
    .where('playlist.user_id', '=', user_id)
    .where('playlist.is_deleted', '=', 0)
    .where('playlist_editor.since', 'is not', null)
    .where('user.suspended_at', 'is', null)
    .where('user.deleted_at', 'is', null)
    .orderBy('playlist_editor.since')
    .orderBy('user.id')
    .select(['playlist.id', 'user.id as editor', 'account_status.plan_tier'])
    .select(
      sql<number>`(select count(*) from playlist as one where one.user_id = "user".id and one.is_deleted = 0)`.as(
        'used',
      ),
    )
    .execute();
  const gets = new Map<string, string[]>();
  const placed = new Set<string>();
  for (const { id, editor, plan_tier, used } of editors) {
    const got = gets.get(editor) ?? [];
    if (placed.has(id) || Number(used) + got.length >= limitOf({ plan_tier }, 'playlists')) continue;
    placed.add(id);
    gets.set(editor, [...got, id]);
  }
  // Few people, each with up to a hundred playlists.
  for (const [heir, ids] of gets) {
    // Somebody who deletes their own account right now has gone from there.
    const left = await tx
      .deleteFrom('playlist_editor')
      .where('user_id', '=', heir)
      .where('playlist_id', 'in', ids)
      .returning('playlist_id')
      .execute();
    if (left.length === 0) continue;
    const passed = left.map(({ playlist_id }) => playlist_id);
    const now = clock();
    const playlists = await tx
      .updateTable('playlist')
      .set({ user_id: heir })
      .where('id', 'in', passed)
      .returning(['id as playlist_id', 'name'])
      .execute();
    for (const playlist of playlists) {
      const event = { ...playlist, user_id: heir, at: now };
      await emit(tx, engine, INHERITED, event satisfies Inherited, now);
    }
  }
}
