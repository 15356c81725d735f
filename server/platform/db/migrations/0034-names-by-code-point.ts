import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** Searches look up whole titles in the index of names, which PostgreSQL's own order of letters does not allow. */
export const namesByCodePoint = (engine: Engine): Migration => ({
  async up(db) {
    await sql`drop index track_by_name`.execute(db);
    await sql`create index track_by_name on track (substr(${engine.byCodePoint('search_text')}, 1, 200))`.execute(
      db,
    );
  },
});
