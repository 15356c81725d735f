import type { LibrarySort } from 'contract/library-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { SavedTrackTable } from '../../platform/db/tables/library.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { containsTerms, isLive, momentOf, termPatterns, trackColumns } from '../tracks/tracks.ts';

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
  page: { track_ids: string[] | undefined; after: TimeKeys | undefined; limit: number },
) {
  const { track_ids, after, limit } = page;
  const values = {
    moment: momentOf(now),
    user_id,
    limit,
    track_ids: track_ids && engine.listParameter(track_ids),
    created_at: after?.[0],
    id: after?.[1],
  };
  let query = savedBy(db, values.moment, values.user_id).select(columns);
  if (track_ids) query = query.where(engine.isAnyIn('saved_track.track_id', values.track_ids, 'text'));
  if (after)
    query = query.where(
      sql<boolean>`(saved_track.created_at, saved_track.id) < (${values.created_at}, ${values.id})`,
    );
  return query
    .orderBy('saved_track.created_at', 'desc')
    .orderBy('saved_track.id', 'desc')
    .limit(values.limit)
    .execute();
}

export async function countSaved(
  db: Db | Tx,
  engine: Engine,
  now: number,
  user_id: string,
  { track_ids, terms = [] }: { track_ids?: string[] | undefined; terms?: string[] } = {},
): Promise<number> {
  const values = {
    moment: momentOf(now),
    user_id,
    track_ids: track_ids && engine.listParameter(track_ids),
    terms: termPatterns(terms),
  };
  let query = savedBy(db, values.moment, values.user_id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(containsTerms(values.terms));
  if (track_ids) query = query.where(engine.isAnyIn('saved_track.track_id', values.track_ids, 'text'));
  const [row] = await query.execute();
  return Number(row!.total);
}

/** One of a user's saved tracks, live or not. */
export async function selectOwn(
  db: Db | Tx,
  own: { user_id: string } & ({ id: string } | { track_id: string }),
) {
  const by = 'id' in own ? 'id' : 'track_id';
  const values = { user_id: own.user_id, found: 'id' in own ? own.id : own.track_id };
  const rows = await db
    .selectFrom('saved_track')
    .where('user_id', '=', values.user_id)
    .where(by, '=', values.found)
    .select(columns)
    .execute();
  return rows[0];
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

/** What each order sorts by, before the id of the saved track; `recent` sorts in descending order. */
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
  const values = {
    moment: momentOf(now),
    user_id,
    limit,
    after: after ?? [],
    terms: termPatterns(terms),
  };
  let query = savedBy(db, values.moment, values.user_id)
    .select(trackColumns)
    .select(['saved_track.id as saved_track_id', 'saved_track.created_at as saved_at'])
    .select(keys.map((key, i) => key.as(`key_${i}`)))
    .where(containsTerms(values.terms));
  if (after) {
    const order = sql.join([...keys, sql`saved_track.id`]);
    const end = sql.join(values.after);
    query = query.where(
      direction === 'desc' ? sql<boolean>`(${order}) < (${end})` : sql<boolean>`(${order}) > (${end})`,
    );
  }
  for (const key of keys) query = query.orderBy(key, direction);
  const rows = await query.orderBy('saved_track.id', direction).limit(values.limit).execute();
  return rows.map((row) => ({
    ...row,
    keys: keys.map((_, i) => (row as Record<string, unknown>)[`key_${i}`] as string | number),
  }));
}
