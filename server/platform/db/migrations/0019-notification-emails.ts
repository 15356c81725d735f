import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Notifications by email, and who wants none. */
export const notificationEmails = (): Migration => ({
  async up(db) {
    await db.schema.alterTable('notification').addColumn('email_due_at', 'bigint').execute();
    await db.schema
      .alterTable('notification')
      .addColumn('email_attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index notification_to_email on notification (email_due_at)
      where email_due_at is not null`.execute(db);
    await db.schema
      .createTable('notification_setting')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('user.id'))
      .addColumn('by_email', 'integer', (column) => column.notNull())
      .execute();
  },
});
