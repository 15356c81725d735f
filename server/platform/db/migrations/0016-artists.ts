import { slugOf } from 'contract/slugs.ts';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** Rows that get their slug at once, so that memory and statements stay small. */
const BATCH = 2000;

/** Tracks carry the slug of their artist's page, and the tracks of each artist are counted. */
export const artists = (engine: Engine): Migration => ({
  async up(db) {
    await sql`alter table track add column artist_slug text not null default ''`.execute(db);
    await fillSlugs(db, engine);
    await db.schema
      .createIndex('track_by_artist_and_popularity')
      .on('track')
      .columns(['is_deleted', 'artist_slug', 'popularity desc', 'created_at desc', 'id desc'])
      .execute();
    await db.schema
      .createIndex('track_by_artist_and_age')
      .on('track')
      .columns(['is_deleted', 'artist_slug', 'created_at desc', 'id desc'])
      .execute();
    await db.schema
      .createTable('artist')
      .addColumn('slug', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('tracks', 'integer', (c) => c.notNull().check(sql`tracks >= 0`))
      .execute();
    await sql`insert into artist (slug, name, tracks)
      select artist_slug, max(display_artist), count(*) from track where is_deleted = 0 group by 1`.execute(
      db,
    );
  },
});

/** SQL cannot make slugs, so they are made here, in the order of the primary key. */
async function fillSlugs(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ seq: number; display_artist: string }>`
      select seq, display_artist from track where seq > ${last} order by seq limit ${BATCH}`.execute(db);
    if (rows.length === 0) return;
    const slugs = rows.map(({ seq, display_artist }) => ({ seq, slug: slugOf(display_artist) }));
    const named = engine.rowsOf('named', { seq: 'bigint', slug: 'text' }, slugs);
    await sql`update track set artist_slug = named.slug from ${named} where track.seq = named.seq`.execute(
      db,
    );
    last = Number(rows.at(-1)!.seq);
  }
}
