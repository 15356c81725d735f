import type { LibrarySort } from 'contract/features/library-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { SavedTrackTable } from '../../platform/db/tables/library.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';
import {
  containsTerms,
  isLive,
  liveTracksAmong,
  momentOf,
  termPatterns,
  trackColumns,
} from '../tracks/tracks.ts';

const columns = [
  'saved_track.id',
  'saved_track.user_id',
  'saved_track.track_id',
  'saved_track.created_at',
] as const;

/** A user's saved tracks that are live. @param moment the current time, as `momentOf` returns it. */
function savedBy(db: Db | Tx, moment: string, user_id: string) {
  return db
    .selectFrom('saved_track')
    .crossJoin('track')
    .whereRef('track.id', '=', 'saved_track.track_id')
    .where('saved_track.user_id', '=', user_id)
    .where(isLive(moment));
}

/** A page of a user's saved tracks, last saved first; only those among `track_ids`, if given. */
export function selectSaved(
  db: Db,
  engine: Engine,
  now: number,
  user_id: string,
  { track_ids, ...page }: TimePage & { track_ids: string[] | undefined },
) {
  let query = savedBy(db, momentOf(now), user_id).select(columns);
  if (track_ids) query = query.where(engine.isAnyOf('saved_track.track_id', track_ids));
  return newestFirst(query, 'saved_track', page).execute();
}

export function countSaved(
  db: Db | Tx,
  engine: Engine,
  now: number,
  user_id: string,
  { track_ids, terms = [] }: { track_ids?: string[] | undefined; terms?: string[] } = {},
): Promise<number> {
  const query = savedBy(db, momentOf(now), user_id).where(containsTerms(termPatterns(terms)));
  return countRows(track_ids ? query.where(engine.isAnyOf('saved_track.track_id', track_ids)) : query);
}

/** One of a user's saved tracks, live or not. */
export function selectOwn(db: Db, { id, user_id }: { id: string; user_id: string }) {
  return db
    .selectFrom('saved_track')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst();
}

/** Those of these tracks that a user has saved, live or not. */
export function selectOwnAmong(tx: Tx, engine: Engine, user_id: string, track_ids: string[]) {
  return tx
    .selectFrom('saved_track')
    .where('user_id', '=', user_id)
    .where(engine.isAnyOf('saved_track.track_id', track_ids))
    .select(columns)
    .execute();
}

const SAVED = { id: 'text', user_id: 'text', track_id: 'text', created_at: 'bigint' } as const;

export async function insertSaved(tx: Tx, engine: Engine, rows: SavedTrackTable[]): Promise<void> {
  const names = sql.join(Object.keys(SAVED).map((name) => sql.ref(name)));
  await sql`insert into saved_track (${names}) select ${names} from ${engine.rowsOf('added', SAVED, rows)}`.execute(
    tx,
  );
}

export async function deleteOwnAmong(db: Db, engine: Engine, user_id: string, track_ids: string[]) {
  await db
    .deleteFrom('saved_track')
    .where('user_id', '=', user_id)
    .where(engine.isAnyOf('saved_track.track_id', track_ids))
    .execute();
}

/** The latest live tracks that were released for a request which the user made or voted for. */
export function selectMade(db: Db, now: number, user_id: string, limit: number) {
  const asked = db.selectFrom('song_request').where('user_id', '=', user_id).select('track_id');
  const backed = db
    .selectFrom('backer')
    .innerJoin('song_request', 'song_request.id', 'backer.request_id')
    .where('backer.user_id', '=', user_id)
    .select('song_request.track_id');
  return liveTracksAmong(db, momentOf(now))
    .where('track.id', 'in', asked.union(backed).$castTo<{ track_id: string }>())
    .select(trackColumns)
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id')
    .limit(limit)
    .execute();
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

/** Sort keys of each order, before the id of the saved track; `recent` sorts in descending order. */
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

/** A page of the library; `keys` are the values that the row is sorted by. */
export async function selectLibrary(
  db: Db,
  engine: Engine,
  now: number,
  user_id: string,
  page: { terms: string[]; sort: LibrarySort; after: (string | number)[] | undefined; limit: number },
) {
  const keys = sortKeys(engine, page.sort);
  const direction = page.sort === 'recent' ? 'desc' : 'asc';
  const { terms, after, limit } = page;
  let query = savedBy(db, momentOf(now), user_id)
    .select(trackColumns)
    .select(['saved_track.id as saved_track_id', 'saved_track.created_at as saved_at'])
    .select(keys.map((key, i) => key.as(`key_${i}`)))
    .where(containsTerms(termPatterns(terms)));
  if (after) {
    const order = sql.join([...keys, sql`saved_track.id`]);
    const end = sql.join(after);
    query = query.where(
      direction === 'desc' ? sql<boolean>`(${order}) < (${end})` : sql<boolean>`(${order}) > (${end})`,
    );
  }
  for (const key of keys) query = query.orderBy(key, direction);
  const rows = await query.orderBy('saved_track.id', direction).limit(limit).execute();
  return rows.map((row) => ({
    ...row,
    keys: keys.map((_, i) => (row as Record<string, unknown>)[`key_${i}`] as string | number),
  }));
}
