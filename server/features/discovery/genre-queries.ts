import { cachedRows } from '../../platform/db/cached-query.ts';
import type { Db } from '../../platform/db/schema.ts';
import { momentOf } from '../tracks/tracks.ts';

/** Live tracks of each genre: the stored counts, fewer than 400, minus the few that are not released yet. */
export async function countByGenre(db: Db, now: number): Promise<Map<string, number>> {
  const [counted, scheduled] = await Promise.all([
    cachedRows(db, 'genres', {}, () =>
      db.selectFrom('genre_count').where('tracks', '>', 0).select(['genre', 'tracks']),
    ),
    db
      .selectFrom('track')
      .where('is_deleted', '=', 0)
      .where('release_date', '>', momentOf(now))
      .groupBy('genre')
      .select(({ fn }) => ['genre', fn.countAll<number>().as('tracks')])
      .execute(),
  ]);
  const counts = new Map(counted.map(({ genre, tracks }) => [genre, Number(tracks)]));
  for (const { genre, tracks } of scheduled)
    counts.set(genre ?? '', (counts.get(genre ?? '') ?? 0) - Number(tracks));
  return counts;
}
