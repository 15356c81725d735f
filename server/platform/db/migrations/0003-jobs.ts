import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One table of jobs. What waits in other tables is enqueued by the worker's first look at them. */
export const jobs = (): Migration => ({
  async up(db) {
    await sql`create table job (
      id text primary key,
      kind text not null,
      key text,
      payload text not null,
      run_at bigint,
      attempts integer not null,
      lease text,
      error text,
      created_at bigint not null,
      updated_at bigint not null
    )`.execute(db);
    await sql`create index job_due on job (kind, run_at) where run_at is not null`.execute(db);
    await sql`create unique index job_waiting on job (kind, key) where lease is null and run_at is not null`.execute(
      db,
    );
    await sql`create index job_by_key on job (kind, key)`.execute(db);
    await sql`create index job_failing on job (updated_at) where error is not null`.execute(db);
    // Uploads that wait to be measured. Takes are found by the studio's review.
    await sql`insert into job (id, kind, key, payload, run_at, attempts, created_at, updated_at)
      select id, 'publishing.process', id, '{}', created_at, 0, created_at, updated_at
      from upload where state in ('waiting', 'processing')`.execute(db);
    await sql`insert into job (id, kind, key, payload, run_at, attempts, created_at, updated_at)
      select id, 'studio.take', id, '{}', due_at, 0, created_at, updated_at
      from take where due_at is not null and state <> 'queued'`.execute(db);
  },
});
