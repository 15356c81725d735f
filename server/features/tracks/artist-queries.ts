import type { Engine } from '../../platform/db/engine.ts';
import type { Db } from '../../platform/db/schema.ts';

/** The artists of these slugs that have tracks. */
export function selectArtists(db: Db, engine: Engine, slugs: string[]) {
  const values = { slugs: engine.listParameter(slugs) };
  return db
    .selectFrom('artist')
    .where(engine.isAnyIn('artist.slug', values.slugs, 'text'))
    .where('tracks', '>', 0)
    .select(['slug', 'name', 'tracks'])
    .execute();
}
