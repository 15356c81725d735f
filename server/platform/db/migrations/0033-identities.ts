import type { Migration } from 'kysely/migration';

/** Accounts at login providers (OpenID Connect) that log users in. */
export const identities = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('identity')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('label', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('identity_by_subject', ['issuer', 'subject'])
      .addUniqueConstraint('identity_by_user', ['user_id', 'issuer'])
      .execute();
  },
});
