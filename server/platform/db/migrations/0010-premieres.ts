import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Times at which songs are heard together, and who is there. */
export const premieres = (): Migration => ({
  async up(db) {
    await sql`create table premiere (
      id text primary key,
      request_id text not null references song_request (id),
      host_id text references "user" (id),
      starts_at bigint not null,
      called_off_at bigint,
      created_at bigint not null,
      updated_at bigint not null
    )`.execute(db);
    await sql`create index premiere_by_request on premiere (request_id, starts_at)`.execute(db);
    await sql`create index premiere_by_host on premiere (host_id, created_at)`.execute(db);
    await sql`create table premiere_presence (
      request_id text not null references song_request (id),
      guest text not null,
      user_id text references "user" (id),
      came_at bigint not null,
      seen_at bigint not null,
      primary key (request_id, guest)
    )`.execute(db);
    await sql`create index premiere_presence_by_age on premiere_presence (seen_at)`.execute(db);
    await sql`create index premiere_presence_by_user on premiere_presence (user_id)`.execute(db);
    await sql`create index notification_of_premiere on notification (subject)
      where kind = 'request_premiere'`.execute(db);
  },
});
