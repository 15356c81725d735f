import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Applause for tracks, and which lamp each vote lit. */
export const moments = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('applause')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('user_id', 'text', (c) => c.references('user.id'))
      .addColumn('listener', 'text', (c) => c.notNull())
      .addColumn('part', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('applause_by_listener')
      .on('applause')
      .columns(['track_id', 'listener', 'created_at'])
      .execute();
    await sql`create index applause_by_user on applause (user_id, created_at, id) where user_id is not null`.execute(
      db,
    );
    await sql`create index applause_of_visitors on applause (created_at) where user_id is null`.execute(db);
    await db.schema
      .createTable('applause_part')
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('part', 'integer', (c) => c.notNull())
      .addColumn('claps', 'integer', (c) => c.notNull().check(sql`claps > 0`))
      .addPrimaryKeyConstraint('applause_part_key', ['track_id', 'part'])
      .execute();

    // Only the thirty votes of the goal light a lamp: later ones cost the index nothing.
    await db.schema.alterTable('vote').addColumn('lamp', 'integer').execute();
    await sql`update vote set lamp = numbered.lamp
      from (select id, row_number() over (partition by request_id order by created_at, id) as lamp from vote) as numbered
      where numbered.id = vote.id and numbered.lamp <= 30`.execute(db);
    await sql`create unique index vote_by_lamp on vote (request_id, lamp) where lamp is not null`.execute(db);
  },
});
