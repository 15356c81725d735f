import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** Number of shards of the board's counts. */
const SHARDS = 16;

/** Song requests with their votes and backers. */
export const songRequests = (engine: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('song_request')
      .addColumn('seq', engine.seqColumn as never)
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('title', 'text', (c) => c.notNull().check(sql`title <> ''`))
      .addColumn('artist', 'text', (c) => c.notNull().check(sql`artist <> ''`))
      .addColumn('genre', 'text', (c) => c.notNull().check(sql`genre <> ''`))
      .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('name_key', 'text', (c) => c.notNull())
      .addColumn('search_text', 'text', (c) => c.notNull())
      .addColumn('votes', 'integer', (c) => c.notNull().defaultTo(0).check(sql`votes >= 0`))
      .addColumn('backers', 'integer', (c) => c.notNull().defaultTo(0).check(sql`backers >= 0`))
      .addColumn('released', 'integer', (c) => c.notNull().defaultTo(0).check(sql`released in (0, 1)`))
      .addColumn('release_date', 'bigint')
      .addColumn('track_id', 'text', (c) => c.references('track.id'))
      .addColumn('declined_at', 'bigint')
      .addColumn('decline_reason', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addCheckConstraint('song_request_ends_once', sql`released = 0 or declined_at is null`)
      .execute();
    // Negated, so that a single row comparison can continue a page of the board.
    await sql`create index song_request_board on song_request ((-votes), created_at, id)
      where released = 0 and declined_at is null`.execute(db);
    await sql`create unique index song_request_name on song_request (name_key)
      where declined_at is null`.execute(db);
    await db.schema
      .createIndex('song_request_by_user')
      .on('song_request')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();
    await sql`create index song_request_by_track on song_request (track_id) where track_id is not null`.execute(
      db,
    );
    await engine.createRequestSearch(db);

    await db.schema
      .createTable('vote')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('request_id', 'text', (c) => c.notNull().references('song_request.id'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('vote_by_user')
      .on('vote')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();

    await db.schema
      .createTable('backer')
      .addColumn('request_id', 'text', (c) => c.notNull().references('song_request.id'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('votes', 'integer', (c) => c.notNull().check(sql`votes > 0`))
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('backer_key', ['request_id', 'user_id'])
      .execute();
    await db.schema
      .createIndex('backer_by_user')
      .on('backer')
      .columns(['user_id', 'last_at desc', 'request_id desc'])
      .execute();

    await db.schema
      .createTable('board_count')
      .addColumn('shard', 'integer', (c) => c.primaryKey())
      .addColumn('requests', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('votes', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('queued', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    const shards = Array.from({ length: SHARDS }, (_, shard) => sql`(${sql.lit(shard)})`);
    await sql`insert into board_count (shard) values ${sql.join(shards)}`.execute(db);
  },
});
