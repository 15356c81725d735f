import { type Kysely, sql } from 'kysely';
import { allMigrations, type Migrations } from '../migrations/all.ts';

/**
 * A made-up next version, which upgrades are tested with: a column that is filled from rows that exist, and a table
 * that counts them.
 */
export const nextMigrations: Migrations = {
  ...allMigrations,
  '9998-moods': () => ({
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('track')
        .addColumn('mood', 'text', (c) => c.notNull().defaultTo(''))
        .execute();
      await sql`update track set mood = case when bpm < 100 then 'calm' else 'lively' end`.execute(db);
      await db.schema
        .createTable('mood_count')
        .addColumn('mood', 'text', (c) => c.primaryKey())
        .addColumn('tracks', 'integer', (c) => c.notNull())
        .execute();
      await sql`insert into mood_count (mood, tracks) select mood, count(*) from track group by mood`.execute(
        db,
      );
    },
  }),
};
