import { HOUSE_FACES, PRESENCE_GONE_MS } from 'contract/extensions/hearing/premiere-constants.ts';
import type { House } from 'contract/extensions/hearing/premieres.ts';
import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PremiereTable } from '../../platform/db/tables/extensions/premieres.ts';
import type { PersonalData } from '../../platform/feature.ts';

/** The latest time that was named for a request and not called off. */
export const selectLatest = (db: Db | Tx, request_id: string): Promise<PremiereTable | undefined> =>
  db
    .selectFrom('premiere')
    .where('request_id', '=', request_id)
    .where('called_off_at', 'is', null)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();

/** End of a request's latest premiere: whether its song is still there, and when it was called off. */
export const selectEnd = (db: Db, request_id: string) =>
  db
    .selectFrom('song_request')
    .leftJoin('track', 'track.id', 'song_request.track_id')
    .where('song_request.id', '=', request_id)
    .select((eb) => [
      'song_request.release_date',
      eb.and([eb('track.id', 'is not', null), eb('track.is_deleted', '=', 0)]).as('is_live'),
      eb
        .selectFrom('premiere')
        .whereRef('premiere.request_id', '=', 'song_request.id')
        .orderBy('premiere.starts_at', 'desc')
        .limit(1)
        .select('premiere.called_off_at')
        .as('called_off_at'),
    ])
    .executeTakeFirst();

/** Number of premieres by a host since a moment, at most `limit`. @param since epoch ms. */
export async function countOf(tx: Tx, host_id: string, since: number, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('premiere')
    .where('host_id', '=', host_id)
    .where('created_at', '>', since)
    .select('id')
    .limit(limit)
    .execute();
  return rows.length;
}

export async function insertPremiere(tx: Tx, row: PremiereTable): Promise<void> {
  await tx.insertInto('premiere').values(row).execute();
}

export async function updatePremiere(
  tx: Tx,
  id: string,
  changes: Pick<PremiereTable, 'updated_at'> & Partial<PremiereTable>,
): Promise<void> {
  await tx.updateTable('premiere').set(changes).where('id', '=', id).execute();
}

/** Somebody at a premiere, as they last said. */
export interface Guest {
  request_id: string;
  /** See `PresenceTable.guest`. */
  guest: string;
  user_id: string | null;
  seen_at: number;
}

/** Stores that these are there, in one statement. */
export async function upsertGuests(db: Db | Tx, engine: Engine, guests: readonly Guest[]): Promise<void> {
  const columns = { request_id: 'text', guest: 'text', user_id: 'text', seen_at: 'bigint' } as const;
  await sql`insert into premiere_presence (request_id, guest, user_id, came_at, seen_at)
    select request_id, guest, nullif(user_id, ''), seen_at, seen_at
    from ${engine.rowsOf(
      'present',
      columns,
      guests.map((one) => ({ ...one, user_id: one.user_id ?? '' })),
    )} where true
    on conflict (request_id, guest) do update set seen_at = excluded.seen_at`.execute(db);
}

/** Deletes those who left, and whoever was not seen since a moment (epoch ms). */
export async function deleteGuests(db: Db | Tx, left: readonly Guest[], unseenSince: number): Promise<void> {
  let query = db.deleteFrom('premiere_presence');
  query =
    left.length === 0
      ? query.where('seen_at', '<', unseenSince)
      : query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('request_id', 'guest'),
            'in',
            left.map((one) => tuple(one.request_id, one.guest)),
          ),
        );
  await query.execute();
}

/** Guests of these premieres, by request. */
export async function selectHouses(
  db: Db,
  engine: Engine,
  ids: readonly string[],
  now: number,
): Promise<Map<string, House>> {
  const isThere = sql<boolean>`seen_at > ${now - PRESENCE_GONE_MS}`;
  const counts = await db
    .selectFrom('premiere_presence')
    .where(engine.isAnyOf('request_id', ids))
    .where(isThere)
    .groupBy('request_id')
    .select(({ fn }) => ['request_id', fn.countAll<number>().as('people')])
    .execute();
  const { rows: faces } = await sql<{ request_id: string; username: string; avatar_url: string | null }>`
    select request_id, username, avatar_url from (
      select premiere_presence.request_id, "user".username, "user".avatar_url,
        row_number() over (partition by premiere_presence.request_id
          order by premiere_presence.came_at, premiere_presence.guest) as place
      from premiere_presence
      join "user" on "user".id = premiere_presence.user_id
        and "user".deleted_at is null and "user".suspended_at is null
      where ${engine.isAnyOf('premiere_presence.request_id', ids)} and ${isThere}
    ) as present where place <= ${HOUSE_FACES} order by place`.execute(db);
  const houses = new Map<string, House>(ids.map((id) => [id, { people: 0, faces: [] }]));
  for (const { request_id, people } of counts) houses.get(request_id)!.people = Number(people);
  for (const { request_id, ...face } of faces) houses.get(request_id)!.faces.push(face);
  return houses;
}

/** The request that a track was released for. */
export const selectRequestOf = (db: Db | Tx, track_id: string) =>
  db.selectFrom('song_request').where('track_id', '=', track_id).select('id').executeTakeFirst();

/** The times that a person named. They stay, anonymous, after the account is deleted: others come. */
export const premiereData: PersonalData = {
  name: 'premieres',
  export: (db, user_id) =>
    db
      .selectFrom('premiere')
      .innerJoin('song_request', 'song_request.id', 'premiere.request_id')
      .where('premiere.host_id', '=', user_id)
      .select(['song_request.title', 'song_request.artist', 'premiere.starts_at', 'premiere.called_off_at'])
      .select('premiere.created_at')
      .orderBy('premiere.created_at')
      .execute(),
  erase: async (tx, user_id) => {
    await tx.updateTable('premiere').set({ host_id: null }).where('host_id', '=', user_id).execute();
    await tx.deleteFrom('premiere_presence').where('user_id', '=', user_id).execute();
  },
};
