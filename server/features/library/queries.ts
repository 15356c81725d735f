import type { Activity } from 'contract/accounts.ts';
import type { LibrarySort } from 'contract/library-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, SavedTrackTable, Tx } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { containsTerm, isLive, trackColumns } from '../tracks/tracks.ts';

const columns = [
  'saved_track.id',
  'saved_track.user_id',
  'saved_track.track_id',
  'saved_track.created_at',
] as const;

/** What somebody saved and can still hear. */
function savedBy(db: Db | Tx, now: number, user_id: string) {
  return db
    .selectFrom('saved_track')
    .crossJoin('track')
    .whereRef('track.id', '=', 'saved_track.track_id')
    .where('saved_track.user_id', '=', user_id)
    .where(isLive(now));
}

/** Last saved first. `track_ids` asks about these tracks alone. */
export function selectSaved(
  db: Db,
  now: number,
  user_id: string,
  page: { track_ids: string[] | undefined; after: TimeKeys | undefined; limit: number },
) {
  let query = savedBy(db, now, user_id).select(columns);
  const { track_ids, after } = page;
  if (track_ids) query = query.where('saved_track.track_id', 'in', track_ids);
  if (after) {
    query = query.where(sql<boolean>`(saved_track.created_at, saved_track.id) < (${sql.join(after)})`);
  }
  return query
    .orderBy('saved_track.created_at', 'desc')
    .orderBy('saved_track.id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function countSaved(
  db: Db | Tx,
  now: number,
  user_id: string,
  narrow: { track_ids?: string[] | undefined; terms?: string[] } = {},
): Promise<number> {
  let query = savedBy(db, now, user_id).select(({ fn }) => fn.countAll<number>().as('total'));
  if (narrow.track_ids) query = query.where('saved_track.track_id', 'in', narrow.track_ids);
  for (const term of narrow.terms ?? []) query = query.where(containsTerm(term));
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** What each order sorts by, beside the link's id; the first is told to begin with the greatest. */
function sortKeys(engine: Engine, sort: LibrarySort): RawBuilder<unknown>[] {
  switch (sort) {
    case 'recent':
      return [sql`saved_track.created_at`];
    case 'title':
      return [engine.titleKey];
    case 'artist':
      return [engine.artistKey, engine.titleKey];
    case 'duration':
      return [sql`track.duration_seconds`, engine.titleKey];
  }
}

export type LibraryRow = Awaited<ReturnType<typeof selectLibrary>>[number];

/** Saved tracks, whole; `keys` are the values that the row is sorted by. */
export async function selectLibrary(
  db: Db,
  engine: Engine,
  now: number,
  user_id: string,
  page: { terms: string[]; sort: LibrarySort; after: (string | number)[] | undefined; limit: number },
) {
  const keys = sortKeys(engine, page.sort);
  const direction = page.sort === 'recent' ? 'desc' : 'asc';
  let query = savedBy(db, now, user_id)
    .select(trackColumns)
    .select(['saved_track.id as saved_track_id', 'saved_track.created_at as saved_at'])
    .select(keys.map((key, i) => key.as(`key_${i}`)));
  for (const term of page.terms) query = query.where(containsTerm(term));
  if (page.after) {
    const order = sql.join([...keys, sql`saved_track.id`]);
    const last = sql.join(page.after);
    query = query.where(
      direction === 'desc' ? sql<boolean>`(${order}) < (${last})` : sql<boolean>`(${order}) > (${last})`,
    );
  }
  for (const key of keys) query = query.orderBy(key, direction);
  const rows = await query.orderBy('saved_track.id', direction).limit(page.limit).execute();
  return rows.map((row) => ({
    ...row,
    keys: keys.map((_, i) => (row as Record<string, unknown>)[`key_${i}`] as string | number),
  }));
}

/** Somebody's own link, its track live or not. */
export function selectOwn(db: Db | Tx, own: { id?: string; user_id: string; track_id?: string }) {
  let query = db.selectFrom('saved_track').where('user_id', '=', own.user_id).select(columns);
  if (own.id !== undefined) query = query.where('id', '=', own.id);
  if (own.track_id !== undefined) query = query.where('track_id', '=', own.track_id);
  return query.executeTakeFirst();
}

export async function insertSaved(tx: Tx, row: SavedTrackTable): Promise<void> {
  await tx.insertInto('saved_track').values(row).execute();
}

/** @returns whether there was such a link. */
export async function deleteOwn(db: Db, own: { id: string; user_id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_track')
    .where('id', '=', own.id)
    .where('user_id', '=', own.user_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Saves as activity; a withdrawn track keeps its title but can no longer be opened. */
export function saveActivity(user_id: string) {
  return sql<Activity>`
    select saved_track.id as id, 'save' as kind, saved_track.created_at as created_at,
      case when track.is_deleted = 0 then track.id end as subject_id,
      track.title as subject, track.display_artist as artist
    from saved_track join track on track.id = saved_track.track_id
    where saved_track.user_id = ${user_id}`;
}

export function selectForExport(db: Db, user_id: string) {
  return db
    .selectFrom('saved_track')
    .innerJoin('track', 'track.id', 'saved_track.track_id')
    .where('saved_track.user_id', '=', user_id)
    .select(['saved_track.track_id', 'track.title', 'track.display_artist', 'saved_track.created_at'])
    .orderBy('saved_track.created_at')
    .execute();
}

export async function deleteAllOf(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('saved_track').where('user_id', '=', user_id).execute();
}
