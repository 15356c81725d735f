import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Purchases, subscriptions, and customers to delete at the payment provider. */
export const payments = (): Migration => ({
  async up(db) {
    await db.schema
      .createTable('purchase')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('package_id', 'text', (c) => c.notNull())
      .addColumn('credits', 'integer', (c) => c.notNull().check(sql`credits > 0`))
      .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
      .addColumn('currency', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) =>
        c.notNull().check(sql`status in ('open', 'processing', 'succeeded', 'failed', 'refunded')`),
      )
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('payment_intent_id', 'text', (c) => c.unique())
      .addColumn('credited_at', 'bigint')
      .addColumn('withheld', 'integer', (c) => c.notNull().check(sql`withheld between 0 and credits`))
      .addColumn('attention', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('purchase_by_user')
      .on('purchase')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();
    await sql`create index purchase_for_attention on purchase (updated_at) where attention is not null`.execute(
      db,
    );

    await db.schema
      .createTable('purchase_withheld')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('purchase_id', 'text', (c) => c.notNull().references('purchase.id'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
      .addColumn('given_back', 'integer', (c) => c.notNull().check(sql`given_back in (0, 1)`))
      .addUniqueConstraint('purchase_withheld_in_order', ['purchase_id', 'number'])
      .execute();

    await db.schema
      .createTable('subscription')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id'))
      .addColumn('tier', 'text', (c) => c.notNull().check(sql`tier in ('plus', 'premium', 'platinum')`))
      .addColumn('price_id', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('active', 'past_due', 'ended')`))
      .addColumn('cancel_at_period_end', 'integer', (c) =>
        c.notNull().check(sql`cancel_at_period_end in (0, 1)`),
      )
      .addColumn('current_period_end', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('subscription_by_user')
      .on('subscription')
      .columns(['user_id', 'created_at desc', 'id desc'])
      .execute();

    await db.schema
      .createTable('provider_look')
      .addColumn('object_id', 'text', (c) => c.primaryKey())
      .addColumn('begun', 'integer', (c) => c.notNull())
      .addColumn('applied', 'integer', (c) => c.notNull().check(sql`applied <= begun`))
      .execute();

    await db.schema
      .createTable('forgotten_customer')
      .addColumn('customer_id', 'text', (c) => c.primaryKey())
      .execute();
  },
});
