import type { Migration } from 'kysely/migration';

/** Passkeys, the steps of signing in that a browser has to finish, and when a session was last confirmed. */
export const passkeys = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('passkey')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('credential_id', 'text', (c) => c.notNull().unique())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('passkey_by_user').on('passkey').columns(['user_id', 'created_at']).execute();
    await db.schema
      .createTable('sign_in_step')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.references('user.id'))
      .addColumn('session', 'text')
      .addColumn('browser', 'text')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sign_in_step_by_user').on('sign_in_step').column('user_id').execute();
    await db.schema.createIndex('sign_in_step_by_expiry').on('sign_in_step').column('expires_at').execute();
    await db.schema.alterTable('session').addColumn('confirmed_at', 'bigint').execute();
  },
});
