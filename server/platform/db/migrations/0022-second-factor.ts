import type { Migration } from 'kysely/migration';

/** What a session is called in the list of them, and how people sign in with a second factor. */
export const secondFactor = (): Migration => ({
  async up(db) {
    await db.schema.alterTable('session').addColumn('device', 'text').execute();
    await db.schema
      .alterTable('session')
      .addColumn('second_factor', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('second_factor')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id'))
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint')
      .execute();
    await db.schema
      .createTable('recovery_code')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_code_key', ['user_id', 'code_hash'])
      .execute();
  },
});
