import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { AppConfig } from '../../../app.ts';
import { type CallResult, call } from '../../../testing/calls.ts';
import { expectCleanBalances } from '../../../testing/ledger.ts';
import { balanceOf } from '../../../testing/requests.ts';
import { findRow } from '../../../testing/rows.ts';
import { type Person, type TestServer, testServer } from '../../../testing/server.ts';
import type { PaymentSettings } from '../settings.ts';
import { openProvider } from '../stripe.ts';
import { openStandIn, type StandIn, type StripeEvent } from './stand-in.ts';

/** A test server with a stand-in as its payment provider, and what tests do with both. */
export interface Shop extends TestServer {
  standIn: StandIn;
  buy: (person: Person, packageId?: string, body?: object) => Promise<CallResult>;
  check: (person: Person, purchase_id: string) => Promise<CallResult>;
  /** Delivers an event as the provider would, by default signed now. */
  webhook: (event: StripeEvent | object, how?: { at?: number; secret?: string }) => Promise<CallResult>;
  /** Delivers all events that it has not delivered before. */
  deliverAll: () => Promise<void>;
  balance: (person: Person) => Promise<number>;
  /** The person's ledger entries, oldest first, as `kind amount`. */
  ledger: (person: Person) => Promise<string[]>;
  purchase: (id: string) => Promise<Record<string, unknown>>;
  /** Expects that no invariant of the ledger is violated. */
  mustBeClean: () => Promise<void>;
}

export async function openShop(
  input: {
    prices?: PaymentSettings['prices'];
    livemode?: boolean;
    patience?: number;
  } & Partial<AppConfig> = {},
): Promise<Shop> {
  const { prices, livemode = false, patience = 5000, ...config } = input;
  const standIn = await openStandIn({ livemode });
  const payments = await openProvider(standIn.settings(prices), { timeout: patience, maxNetworkRetries: 0 });
  const s = await testServer({ ...config, payments });
  let delivered = 0;
  const shop: Shop = {
    ...s,
    standIn,
    buy: (person, packageId = 'power', body = {}) =>
      call(s, 'POST /api/create-payment-intent', { token: person.token, body: { packageId, ...body } }),
    check: (person, id) => call(s, `POST /payments/purchases/${id}/check`, { token: person.token }),
    webhook: (event, how = {}) => {
      const { body, headers } = standIn.sign(event, { at: s.time.now, ...how });
      return call(s, 'POST /api/stripe/webhook', { body, headers });
    },
    deliverAll: async () => {
      const pending = standIn.events.slice(delivered);
      delivered = standIn.events.length;
      for (const event of pending) expect((await shop.webhook(event)).status).toBe(200);
    },
    balance: (person) => balanceOf(s.c, person.id),
    ledger: async (person) => {
      const rows = await s.c.db
        .selectFrom('credit_entry')
        .where('user_id', '=', person.id)
        .orderBy('seq')
        .select(['kind', 'amount'])
        .execute();
      return rows.map(({ kind, amount }) => `${kind} ${amount}`);
    },
    purchase: (id) => findRow(s.c, 'purchase', { id }),
    mustBeClean: async () => {
      await expectCleanBalances(s.c);
      const { rows } = await sql`select reference from credit_entry where kind = 'purchase'
        and reference not in (select id from purchase where credited_at is not null)`.execute(s.c.db);
      expect(rows).toEqual([]);
    },
    close: async () => {
      await s.close();
      await standIn.close();
    },
  };
  return shop;
}

/** One shop for all tests of a file, which is there once the tests begin. */
export function shopOfFile(input?: Parameters<typeof openShop>[0]): Shop {
  const shop = {} as Shop;
  beforeAll(async () => void Object.assign(shop, await openShop(input)));
  afterAll(() => shop.close());
  return shop;
}

/** The payment that belongs to a client secret. */
export const intentOf = (response: CallResult): string =>
  String(response.body.clientSecret).split('_secret_')[0]!;

export async function countRows(s: TestServer, table: 'purchase' | 'credit_entry' | 'subscription') {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(s.c.db);
  return Number(rows[0]!.n);
}
