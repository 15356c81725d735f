import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The language that a member has chosen. */
export const memberLanguage = (): Migration => ({
  async up(db) {
    await sql`alter table "user" add column language text`.execute(db);
  },
});
