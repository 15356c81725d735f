import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Comments on song requests and songs. */
export const comments = (): Migration => ({
  async up(db) {
    await sql`create table comment (
      id text primary key,
      subject_kind text not null,
      subject text not null,
      parent_id text references comment (id),
      user_id text references "user" (id),
      text text not null,
      second integer,
      state text not null,
      needs_review integer not null,
      is_update integer not null,
      helpful integer not null,
      created_at bigint not null,
      edited_at bigint
    )`.execute(db);
    await sql`create index comment_newest on comment (subject, created_at desc, id desc) where parent_id is null`.execute(
      db,
    );
    await sql`create index comment_most_helpful on comment (subject, helpful desc, created_at desc, id desc)
      where parent_id is null`.execute(db);
    await sql`create index comment_answers on comment (parent_id, created_at, id) where parent_id is not null`.execute(
      db,
    );
    await sql`create index comment_by_subject on comment (subject, created_at desc)`.execute(db);
    await sql`create index comment_seconds on comment (subject, second) where state = 'shown'`.execute(db);
    await sql`create index comment_updates on comment (subject, created_at) where is_update = 1`.execute(db);
    await sql`create index comment_by_user on comment (user_id, created_at, id)`.execute(db);
    await sql`create index comment_to_review on comment (created_at desc, id desc) where needs_review = 1`.execute(
      db,
    );
    await sql`create table comment_mark (
      comment_id text not null references comment (id),
      user_id text not null references "user" (id),
      created_at bigint not null,
      primary key (comment_id, user_id)
    )`.execute(db);
    await sql`create index comment_mark_by_user on comment_mark (user_id)`.execute(db);
    await sql`create table comment_report (
      id text primary key,
      comment_id text not null references comment (id),
      user_id text references "user" (id),
      reason text not null,
      created_at bigint not null,
      resolved_at bigint
    )`.execute(db);
    await sql`create unique index comment_report_once on comment_report (comment_id, user_id)
      where resolved_at is null`.execute(db);
    await sql`create index comment_report_by_user on comment_report (user_id)`.execute(db);
    await sql`create table comment_mute (
      user_id text primary key references "user" (id),
      created_at bigint not null
    )`.execute(db);
    await sql`create table closed_conversation (
      subject text primary key,
      created_at bigint not null
    )`.execute(db);
  },
});
