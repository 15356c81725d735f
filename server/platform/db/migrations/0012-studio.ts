import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** The way of a song request from its goal to its song: takes, choices, the timeline, and reports of requests. */
export const studio = (engine: Engine): Migration => ({
  async up(db) {
    // Credits are returned not only when a request is declined.
    await sql`alter table song_request rename column declined_at to refunded_at`.execute(db);
    await db.schema.alterTable('song_request').addColumn('queued_at', 'bigint').execute();
    await db.schema
      .alterTable('song_request')
      .addColumn('stage', 'text', (c) => c.check(sql`stage in ('in_studio', 'choosing')`))
      .execute();
    await db.schema.alterTable('song_request').addColumn('progress', 'double precision').execute();
    await db.schema.alterTable('song_request').addColumn('choosing_ends_at', 'bigint').execute();
    await db.schema
      .alterTable('song_request')
      .addColumn('in_review', 'integer', (c) => c.notNull().defaultTo(0).check(sql`in_review in (0, 1)`))
      .execute();
    const now = Date.now();
    await sql`update song_request set queued_at = ${now}
      where votes >= 30 and released = 0 and refunded_at is null`.execute(db);
    await db.schema.dropIndex('song_request_board').execute();
    await sql`create index song_request_board on song_request ((-votes), created_at, id)
      where released = 0 and refunded_at is null and in_review = 0`.execute(db);
    await sql`create index song_request_waiting on song_request ((-votes), created_at, id)
      where queued_at is not null and stage is null and released = 0 and refunded_at is null`.execute(db);
    await sql`create index song_request_by_stage on song_request (stage, choosing_ends_at)
      where stage is not null and released = 0 and refunded_at is null`.execute(db);
    await sql`create index song_request_by_queued_at on song_request (queued_at)
      where queued_at is not null and released = 0 and refunded_at is null`.execute(db);
    await sql`create index song_request_in_review on song_request (created_at, id)
      where in_review = 1 and refunded_at is null`.execute(db);

    await db.schema
      .createTable('request_event')
      .addColumn('seq', engine.seqColumn as never)
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('request_id', 'text', (c) => c.notNull().references('song_request.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('count', 'integer')
      .addColumn('text', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('request_event_by_request')
      .on('request_event')
      .columns(['request_id', 'seq'])
      .execute();
    const record = (kind: string, at: string, condition: string) =>
      sql`insert into request_event (id, request_id, kind, text, created_at)
        select ${engine.newId}, id, ${sql.lit(kind)},
          ${sql.raw(kind === 'declined' ? 'decline_reason' : 'null')}, ${sql.ref(at)}
        from song_request where ${sql.raw(condition)} order by ${sql.ref(at)}, id`.execute(db);
    await record('requested', 'created_at', 'true');
    await record('queued', 'queued_at', 'queued_at is not null');
    await record('released', 'release_date', 'release_date is not null');
    await record('declined', 'refunded_at', 'refunded_at is not null');

    await db.schema
      .createTable('request_report')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('request_id', 'text', (c) => c.notNull().references('song_request.id'))
      .addColumn('user_id', 'text', (c) => c.references('user.id'))
      .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('resolved_at', 'bigint')
      .execute();
    await sql`create unique index request_report_once on request_report (request_id, user_id)
      where resolved_at is null`.execute(db);
    await sql`create index request_report_open on request_report (created_at desc, id desc)
      where resolved_at is null`.execute(db);
    await sql`create index request_report_resolved on request_report (created_at desc, id desc)
      where resolved_at is not null`.execute(db);
    await db.schema
      .createIndex('request_report_by_user')
      .on('request_report')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();

    await db.schema
      .createTable('take')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('request_id', 'text', (c) => c.notNull().references('song_request.id'))
      .addColumn('number', 'integer', (c) => c.notNull().check(sql`number > 0`))
      .addColumn('generator', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) =>
        c
          .notNull()
          .check(
            sql`state in ('queued', 'submitting', 'running', 'fetching', 'checking', 'ready', 'failed', 'cancelled', 'lost')`,
          ),
      )
      .addColumn('progress', 'double precision', (c) => c.notNull().defaultTo(0))
      .addColumn('spec', 'text', (c) => c.notNull())
      .addColumn('cents', 'integer', (c) => c.notNull().check(sql`cents >= 0`))
      .addColumn('month', 'text', (c) => c.notNull())
      .addColumn('is_billed', 'integer', (c) => c.notNull().check(sql`is_billed in (0, 1)`))
      .addColumn('provider_id', 'text')
      .addColumn('source_address', 'text')
      .addColumn('upload_id', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('facts', 'text')
      .addColumn('failure_kind', 'text')
      .addColumn('failure', 'text')
      .addColumn('suggestion', 'text')
      .addColumn('audio_url', 'text')
      .addColumn('waveform_json_url', 'text')
      .addColumn('duration_seconds', 'double precision')
      .addColumn('loudness_lufs', 'double precision')
      .addColumn('lease', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('deadline_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('take_number', ['request_id', 'number'])
      // A take that is not finished is due at some time, or the studio would forget it.
      .addCheckConstraint(
        'take_due',
        sql`(due_at is null) = (state in ('ready', 'failed', 'cancelled', 'lost'))`,
      )
      .execute();
    await sql`create index take_due_at on take (due_at) where due_at is not null`.execute(db);
    await sql`create index take_by_provider_id on take (generator, provider_id)
      where provider_id is not null`.execute(db);
    await db.schema.createIndex('take_by_month').on('take').columns(['month', 'generator']).execute();

    await db.schema
      .createTable('studio_month')
      .addColumn('month', 'text', (c) => c.primaryKey())
      .addColumn('cents', 'integer', (c) => c.notNull().check(sql`cents >= 0`))
      .execute();

    await db.schema
      .createTable('choice')
      .addColumn('request_id', 'text', (c) => c.notNull().references('song_request.id'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('take_id', 'text', (c) => c.notNull().references('take.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('choice_key', ['request_id', 'user_id'])
      .execute();
    await db.schema.createIndex('choice_by_user').on('choice').columns(['user_id', 'updated_at']).execute();

    await db.schema
      .createTable('provenance')
      .addColumn('track_id', 'text', (c) => c.primaryKey().references('track.id'))
      .addColumn('request_id', 'text', (c) => c.notNull().references('song_request.id'))
      .addColumn('take_id', 'text', (c) => c.notNull().unique().references('take.id'))
      .addColumn('facts', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();

    // Uploads of takes are kept although no track plays them.
    await db.schema.alterTable('upload').addColumn('take_id', 'text').execute();
  },
});
