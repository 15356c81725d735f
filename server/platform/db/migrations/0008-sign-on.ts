import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The plan that a login provider's groups give, and the provider with which a login began. */
export const signOn = (): Migration => ({
  async up(db) {
    await sql`alter table identity add column group_tier text
      check (group_tier in ('free', 'plus', 'premium', 'platinum', 'admin'))`.execute(db);
    await sql`alter table login_challenge add column issuer text`.execute(db);
  },
});
