import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { SavedTrackTable } from '../../platform/db/tables/library.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { containsTerm, isLive } from '../tracks/tracks.ts';

const columns = [
  'saved_track.id',
  'saved_track.user_id',
  'saved_track.track_id',
  'saved_track.created_at',
] as const;

/** A user's saved tracks that are live. */
export function savedBy(db: Db | Tx, now: number, user_id: string) {
  return db
    .selectFrom('saved_track')
    .crossJoin('track')
    .whereRef('track.id', '=', 'saved_track.track_id')
    .where('saved_track.user_id', '=', user_id)
    .where(isLive(now));
}

/** A page of a user's saved tracks, last saved first; only those among `track_ids`, if given. */
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
  filter: { track_ids?: string[] | undefined; terms?: string[] } = {},
): Promise<number> {
  let query = savedBy(db, now, user_id).select(({ fn }) => fn.countAll<number>().as('total'));
  if (filter.track_ids) query = query.where('saved_track.track_id', 'in', filter.track_ids);
  for (const term of filter.terms ?? []) query = query.where(containsTerm(term));
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** One of a user's saved tracks, live or not. */
export function selectOwn(db: Db | Tx, own: { id?: string; user_id: string; track_id?: string }) {
  let query = db.selectFrom('saved_track').where('user_id', '=', own.user_id).select(columns);
  if (own.id !== undefined) query = query.where('id', '=', own.id);
  if (own.track_id !== undefined) query = query.where('track_id', '=', own.track_id);
  return query.executeTakeFirst();
}

export async function insertSaved(tx: Tx, row: SavedTrackTable): Promise<void> {
  await tx.insertInto('saved_track').values(row).execute();
}

/** @returns whether the user had saved it. */
export async function deleteOwn(db: Db, own: { id: string; user_id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_track')
    .where('id', '=', own.id)
    .where('user_id', '=', own.user_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
