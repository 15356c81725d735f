import { creditPackages } from 'contract/features/credits-constants.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { personalData } from '../../features.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { runUntilKilled } from '../../testing/bundles.ts';
import { freshDatabase } from '../../testing/databases/fresh-database.ts';
import { folderOfFile } from '../../testing/folders.ts';
import { expectCleanLedger } from '../../testing/ledger.ts';
import { findRows } from '../../testing/rows.ts';
import { createAccount } from '../accounts/accounts.ts';
import type { PaymentsContext } from './provider.ts';
import { buy } from './purchases.ts';
import { openProvider } from './stripe.ts';
import { openStandIn, type StandIn } from './testing/stand-in.ts';

const KILLS = 16;
/** New payments before each kill; some earlier ones are refunded or still pending. */
const NEW = 6;

const folder = folderOfFile();
let env: NodeJS.ProcessEnv;
let database: Database;
let standIn: StandIn;
let c: PaymentsContext;
let drop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const postgres = process.env.TEST_DATABASE_URL
    ? await freshDatabase(process.env.TEST_DATABASE_URL)
    : undefined;
  drop = postgres?.drop;
  standIn = await openStandIn();
  const { secretKey, publishableKey, webhookSecret, apiUrl } = standIn.settings();
  env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: folder,
    DATABASE_URL: postgres?.url ?? '',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
  };
  database = await openDatabase(readConfig(env), { exclusive: false });
  const { db, engine } = database;
  c = { db, engine, clock: Date.now, payments: await openProvider(standIn.settings()) } as PaymentsContext;
});
afterAll(async () => {
  await database.close();
  await standIn.close();
  await drop?.();
});

it(`loses nothing and credits nothing twice when killed ${KILLS} times with kill -9`, async () => {
  const { id: user_id } = await c.db.transaction().execute((tx) => {
    const input = { name: 'Buyer', email: 'buyer@people.example', password_hash: 'none' };
    return createAccount(tx, { clock: Date.now, personalData }, input, 'free');
  });
  const bought = new Map<string, number>();
  const refunded = new Set<string>();
  /** Events that the provider sends again, because they were not acknowledged. */
  const waiting = new Set<string>();
  let kills = 0;
  while (kills < KILLS || waiting.size > 0) {
    for (let i = 0; kills < KILLS && i < NEW; i++) {
      const pack = creditPackages[Math.floor(Math.random() * creditPackages.length)]!;
      const { clientSecret, credits } = await buy(c, user_id, pack.id);
      const intent = clientSecret.split('_secret_')[0]!;
      standIn.act.pay(intent);
      bought.set(intent, credits);
      waiting.add(intent);
    }
    const said = await runUntilKilled(
      'features/payments/testing/fulfiller.ts',
      [...waiting],
      env,
      kills < KILLS ? 1 + Math.floor(Math.random() * waiting.size) : waiting.size,
    );
    kills++;
    for (const intent of said) waiting.delete(intent);

    // One statement, one snapshot: statements of the killed process may still be running.
    const kept = await c.db
      .selectFrom('purchase')
      .where('user_id', '=', user_id)
      .where('status', '<>', 'open')
      .select(['payment_intent_id', 'status'])
      .execute();
    const standing = new Map(kept.map(({ payment_intent_id, status }) => [payment_intent_id, status]));
    for (const intent of said)
      expect(standing.get(intent)).toBe(refunded.has(intent) ? 'refunded' : 'succeeded');
    for (const intent of said)
      if (kills < KILLS && !refunded.has(intent) && Math.random() < 0.3) {
        standIn.act.refund(intent);
        refunded.add(intent);
        waiting.add(intent);
      }
  }
  const entries = await findRows(c, 'credit_entry', { user_id });
  const total = (kind: string) =>
    entries.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const sum = (intents: Iterable<string>) => [...intents].reduce((all, id) => all + bought.get(id)!, 0);
  expect(total('purchase')).toBe(sum(bought.keys()));
  expect(total('clawback')).toBe(-sum(refunded));
  expect(refunded.size).toBeGreaterThan(0);
  await expectCleanLedger(c);
}, 600_000);
