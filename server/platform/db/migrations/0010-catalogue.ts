import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/**
 * Lists of a genre and their totals no longer depend on the size of the catalogue: each track carries its genre,
 * and the tracks of each genre are counted.
 */
export const catalogue = (engine: Engine): Migration => ({
  async up(db) {
    await sql`alter table track add column genre text`.execute(db);
    await sql`alter table track add column genre_parent text`.execute(db);
    await sql`update track set genre = (
      select tag.name from track_tag inner join tag on tag.id = track_tag.tag_id
      where track_tag.track_id = track.id and tag.type = 'genre' order by tag.name limit 1
    )`.execute(db);
    // A sub-genre is written `parent:name`. The appended colon stands in for the one that a parent lacks.
    const find = sql.raw(engine.kind === 'sqlite' ? 'instr' : 'strpos');
    await sql`update track set genre_parent = substr(genre, 1, ${find}(genre || ':', ':') - 1)`.execute(db);
    for (const column of ['genre', 'genre_parent']) {
      await db.schema
        .createIndex(`track_by_${column}_and_popularity`)
        .on('track')
        .columns(['is_deleted', column, 'popularity desc', 'created_at desc', 'id desc'])
        .execute();
      await db.schema
        .createIndex(`track_by_${column}_and_age`)
        .on('track')
        .columns(['is_deleted', column, 'created_at desc', 'id desc'])
        .execute();
    }
    await db.schema
      .createIndex('track_by_release')
      .on('track')
      .columns(['is_deleted', 'release_date', 'genre'])
      .execute();

    await db.schema
      .createTable('genre_count')
      .addColumn('genre', 'text', (c) => c.primaryKey())
      .addColumn('tracks', 'integer', (c) => c.notNull().check(sql`tracks >= 0`))
      .execute();
    // Tracks without a genre are counted under the empty one, so that all rows add up to the catalogue.
    await sql`insert into genre_count (genre, tracks)
      select coalesce(genre, ''), count(*) from track where is_deleted = 0 group by 1`.execute(db);
  },
});
