import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users with plans, sessions, password resets and account events. */
export const accounts = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('user')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('username_key', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull().check(sql`name <> ''`))
      .addColumn('email', 'text', (c) => c.unique())
      .addColumn('password_hash', 'text')
      .addColumn('avatar_url', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema.createIndex('user_by_avatar').on('user').column('avatar_url').execute();

    await db.schema
      .createTable('account_status')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().unique().references('user.id'))
      .addColumn('plan_tier', 'text', (c) =>
        c.notNull().check(sql`plan_tier in ('free', 'plus', 'premium', 'platinum', 'admin')`),
      )
      .addColumn('stripe_customer_id', 'text', (c) => c.unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('account_status_by_age')
      .on('account_status')
      .columns(['created_at desc', 'id desc'])
      .execute();

    await db.schema
      .createTable('session')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('session_by_user').on('session').column('user_id').execute();
    await db.schema.createIndex('session_by_use').on('session').column('last_used_at').execute();

    await db.schema
      .createTable('password_reset')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('password_reset_by_user').on('password_reset').column('user_id').execute();

    await db.schema
      .createTable('account_event')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('detail', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('account_event_by_user')
      .on('account_event')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();
    await db.schema
      .createIndex('play_event_by_user')
      .on('play_event')
      .columns(['user_id', 'counted', 'created_at desc', 'id desc'])
      .execute();
  },
});
