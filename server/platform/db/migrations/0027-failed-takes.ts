import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the takes that failed lately. */
export const failedTakes = (): Migration => ({
  async up(db) {
    await sql`create index take_failed on take (updated_at) where state in ('failed', 'lost')`.execute(db);
  },
});
