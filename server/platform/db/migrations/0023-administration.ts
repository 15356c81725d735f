import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** Suspended members, the search for members, and the log of what admins did. */
export const administration = (engine: Engine): Migration => ({
  async up(db) {
    await db.schema.alterTable('user').addColumn('suspended_at', 'bigint').execute();
    await sql`create index user_by_email_prefix on "user" (${engine.byCodePoint('email')})
      where email is not null`.execute(db);
    await sql`create index user_by_username_prefix on "user" (${engine.byCodePoint('username_key')})`.execute(
      db,
    );
    await sql`create index account_status_of_admins on account_status (user_id) where plan_tier = 'admin'`.execute(
      db,
    );
    await db.schema
      .createTable('audit_entry')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('actor_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('subject_id', 'text')
      .addColumn('detail', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('audit_entry_by_age')
      .on('audit_entry')
      .columns(['created_at desc', 'id desc'])
      .execute();
    for (const statement of engine.appendOnly('audit_entry')) await statement.execute(db);
  },
});
