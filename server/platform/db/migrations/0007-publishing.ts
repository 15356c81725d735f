import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The origin of tracks, uploads with their processing, reports and notifications. */
export const publishing = (): Migration => ({
  async up(db) {
    await db.schema
      .alterTable('track')
      .addColumn('requester_id', 'text', (c) => c.references('user.id'))
      .execute();
    await db.schema.alterTable('track').addColumn('backers', 'integer').execute();
    await sql`create index track_by_requester on track (requester_id) where requester_id is not null`.execute(
      db,
    );

    await db.schema
      .createTable('upload')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.references('user.id'))
      .addColumn('file_name', 'text')
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull().check(sql`bytes > 0`))
      .addColumn('state', 'text', (c) =>
        c.notNull().check(sql`state in ('waiting', 'processing', 'ready', 'failed')`),
      )
      .addColumn('step', 'text')
      .addColumn('progress', 'double precision', (c) => c.notNull().defaultTo(0))
      .addColumn('facts', 'text')
      .addColumn('failure', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('lease', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('track_id', 'text', (c) => c.references('track.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('upload_by_state')
      .on('upload')
      .columns(['state', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('upload_by_url').on('upload').column('url').execute();
    await db.schema.createIndex('upload_by_track').on('upload').column('track_id').execute();
    await db.schema.createIndex('upload_by_user').on('upload').column('user_id').execute();

    await db.schema
      .createTable('report')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('track_id', 'text', (c) => c.notNull().references('track.id'))
      .addColumn('user_id', 'text', (c) => c.references('user.id'))
      .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('resolved_at', 'bigint')
      .execute();
    await sql`create unique index report_once on report (track_id, user_id) where resolved_at is null`.execute(
      db,
    );
    await sql`create index report_open on report (created_at desc, id desc) where resolved_at is null`.execute(
      db,
    );
    await sql`create index report_resolved on report (created_at desc, id desc) where resolved_at is not null`.execute(
      db,
    );
    await db.schema
      .createIndex('report_by_user')
      .on('report')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();

    await db.schema
      .createTable('notification')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('as', 'text', (c) => c.notNull())
      .addColumn('request_id', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('artist', 'text', (c) => c.notNull())
      .addColumn('track_id', 'text', (c) => c.references('track.id'))
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('read_at', 'bigint')
      .addUniqueConstraint('notification_once', ['user_id', 'request_id', 'kind'])
      .execute();
    await db.schema
      .createIndex('notification_by_user')
      .on('notification')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();
    await sql`create index notification_unread on notification (user_id) where read_at is null`.execute(db);
  },
});
