import type { Migration } from 'kysely/migration';

/** Where users have logged in before, so that failed logins elsewhere cannot keep them out. */
export const knownPlaces = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('known_place')
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id'))
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('known_place_key', ['user_id', 'place'])
      .execute();
    await db.schema.createIndex('known_place_by_use').on('known_place').column('last_used_at').execute();
  },
});
