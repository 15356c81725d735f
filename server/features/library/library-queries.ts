import type { LibrarySort } from 'contract/library-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db } from '../../platform/db/schema.ts';
import { containsTerms, momentOf, termPatterns, trackColumns } from '../tracks/tracks.ts';
import { savedBy } from './queries.ts';

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
  const { terms, sort, after, limit } = page;
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
