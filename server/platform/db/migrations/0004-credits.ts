import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** Balances, the ledger they sum up, clawbacks, and the start of each plan. */
export const credits = (engine: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('credits')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().unique().references('user.id'))
      .addColumn('credits', 'bigint', (c) => c.notNull().check(sql`credits >= 0`))
      .addColumn('last_spend', 'bigint')
      .addColumn('last_refilled', 'bigint')
      .addColumn('grant_due_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('credits_by_age')
      .on('credits')
      .columns(['created_at desc', 'id desc'])
      .execute();
    await sql`create index credits_by_due on credits (grant_due_at, id) where grant_due_at is not null`.execute(
      db,
    );

    await db.schema
      .createTable('credit_entry')
      .addColumn('seq', engine.seqColumn as never)
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('user_id', 'text', (c) => c.notNull().references('credits.user_id'))
      .addColumn('kind', 'text', (c) =>
        c
          .notNull()
          .check(sql`kind in ('purchase', 'vote', 'request', 'grant', 'adjustment', 'reversal', 'clawback')`),
      )
      .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount <> 0`))
      .addColumn('balance', 'bigint', (c) => c.notNull().check(sql`balance >= 0`))
      .addColumn('key', 'text', (c) => c.notNull().unique())
      .addColumn('reference', 'text', (c) => c.notNull())
      .addColumn('subject', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('credit_entry_by_user')
      .on('credit_entry')
      .columns(['user_id', 'seq desc'])
      .execute();
    await db.schema
      .createIndex('credit_entry_by_reference')
      .on('credit_entry')
      .columns(['reference', 'kind', 'seq'])
      .execute();

    await db.schema
      .createTable('clawback')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('credits.user_id'))
      .addColumn('reference', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount >= 0`))
      .addColumn('owed', 'bigint', (c) => c.notNull().check(sql`owed >= 0 and owed <= amount`))
      .addColumn('subject', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('given_back_at', 'bigint')
      .execute();
    await db.schema.createIndex('clawback_by_reference').on('clawback').column('reference').execute();
    await sql`create index clawback_owed on clawback (user_id, created_at) where owed > 0`.execute(db);

    await db.schema
      .alterTable('account_status')
      .addColumn('plan_since', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update account_status set plan_since = updated_at`.execute(db);
    // Existing accounts start with a balance of 0; the credits of paid plans are due at once.
    await sql`insert into credits (id, user_id, credits, created_at, grant_due_at)
      select a.id, a.user_id, 0, a.created_at,
        case when a.plan_tier in ('plus', 'premium', 'platinum') then a.plan_since end
      from account_status a`.execute(db);
  },
});
