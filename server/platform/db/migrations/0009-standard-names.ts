import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Gives tables and columns the names the field uses, and adds two columns: the plan an admin granted, which a
 * subscription must not take away, and the revision of a song request, which grows with every change.
 */
export const standardNames = (): Migration => ({
  async up(db) {
    await sql`drop index purchase_for_attention`.execute(db);
    await sql`alter table purchase rename column attention to review_reason`.execute(db);
    await sql`alter table purchase rename column withheld to clawed_back`.execute(db);
    await sql`update purchase set review_reason = 'account_deleted' where review_reason = 'account_gone'`.execute(
      db,
    );
    await sql`create index purchase_for_review on purchase (updated_at) where review_reason is not null`.execute(
      db,
    );
    // The clawbacks in the ledger have the same amounts.
    await db.schema.dropTable('purchase_withheld').execute();
    await sql`alter table clawback rename column given_back_at to reversed_at`.execute(db);

    await db.schema
      .createTable('provider_sync')
      .addColumn('object_id', 'text', (c) => c.primaryKey())
      .addColumn('last_started', 'integer', (c) => c.notNull())
      .addColumn('last_applied', 'integer', (c) => c.notNull().check(sql`last_applied <= last_started`))
      .execute();
    await sql`insert into provider_sync (object_id, last_started, last_applied)
      select object_id, begun, applied from provider_look`.execute(db);
    await db.schema.dropTable('provider_look').execute();

    await db.schema
      .createTable('customer_deletion')
      .addColumn('customer_id', 'text', (c) => c.primaryKey())
      .execute();
    await sql`insert into customer_deletion (customer_id) select customer_id from forgotten_customer`.execute(
      db,
    );
    await db.schema.dropTable('forgotten_customer').execute();

    await sql`alter table notification rename column "as" to role`.execute(db);
    await sql`alter table backer rename column last_at to last_voted_at`.execute(db);

    await db.schema
      .alterTable('song_request')
      .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();

    await db.schema
      .alterTable('account_status')
      .addColumn('granted_tier', 'text', (c) =>
        c
          .notNull()
          .defaultTo('free')
          .check(sql`granted_tier in ('free', 'plus', 'premium', 'platinum', 'admin')`),
      )
      .execute();
    // A plan that no running subscription pays for was granted by an admin.
    await sql`update account_status set granted_tier = plan_tier
      where not exists (select 1 from subscription where subscription.user_id = account_status.user_id
        and subscription.tier = account_status.plan_tier and subscription.status <> 'ended')`.execute(db);
  },
});
