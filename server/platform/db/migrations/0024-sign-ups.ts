import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations, how many accounts each place created, and whether an email address has been confirmed. */
export const signUps = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('invitation')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('note', 'text')
      .addColumn('max_uses', 'integer', (c) => c.notNull())
      .addColumn('uses', 'integer', (c) => c.notNull().defaultTo(0).check(sql`uses <= max_uses`))
      .addColumn('creator_id', 'text', (c) => c.references('user.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('invitation_by_age')
      .on('invitation')
      .columns(['created_at desc', 'id desc'])
      .execute();
    await db.schema
      .createTable('sign_up_count')
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('accounts', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('sign_up_count_key', ['day', 'place'])
      .execute();

    // Accounts from before keep working as they did: nothing asks them to confirm.
    await db.schema.alterTable('user').addColumn('email_confirmed_at', 'bigint').execute();
    await db.schema
      .alterTable('user')
      .addColumn('must_confirm_email', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('email_confirmation')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('email_confirmation_by_user')
      .on('email_confirmation')
      .column('user_id')
      .execute();
    await db.schema
      .createIndex('email_confirmation_by_expiry')
      .on('email_confirmation')
      .column('expires_at')
      .execute();
  },
});
