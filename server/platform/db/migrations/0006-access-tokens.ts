import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tokens for scripts of admins. */
export const accessTokens = (): Migration => ({
  async up(db) {
    await sql`create table access_token (
      id text primary key,
      user_id text not null references "user" (id),
      token_hash text not null unique,
      name text not null,
      scopes text not null,
      created_at bigint not null,
      expires_at bigint not null,
      last_used_at bigint
    )`.execute(db);
    await sql`create index access_token_by_user on access_token (user_id)`.execute(db);
    await sql`create index access_token_by_age on access_token (created_at)`.execute(db);
  },
});
