import type { Db } from '../../platform/db/schema.ts';

/** The artists of these slugs that have tracks. */
export function selectArtists(db: Db, slugs: string[]) {
  return db
    .selectFrom('artist')
    .where('slug', 'in', slugs)
    .where('tracks', '>', 0)
    .select(['slug', 'name', 'tracks'])
    .execute();
}
