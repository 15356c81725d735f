import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { updateRows } from '../../testing/rows.ts';
import { type Person, signUp } from '../../testing/server.ts';
import { intentOf, openShop, shopOfFile } from './testing/shop.ts';
import type { StripeEvent } from './testing/stand-in.ts';

const log: string[] = [];
const shop = shopOfFile({ logLevel: 'info', logTo: { write: (line) => void log.push(line) } });
afterEach(() => shop.mustBeClean());

/** A user who has paid for a pack, and the event about it. */
async function paid(): Promise<{ person: Person; id: string; purchase: string; event: StripeEvent }> {
  const person = await signUp(shop);
  const bought = await shop.buy(person);
  shop.standIn.act.pay(intentOf(bought));
  return {
    person,
    id: intentOf(bought),
    purchase: bought.body.purchase_id,
    event: shop.standIn.events.at(-1)!,
  };
}

describe('a signed event', () => {
  it('credits once and reveals nothing in the response', async () => {
    const { person, event } = await paid();
    for (let i = 0; i < 5; i++)
      expect(await shop.webhook(event)).toMatchObject({ status: 200, body: { received: true } });
    expect(await shop.ledger(person)).toEqual(['purchase 500']);
  });

  it('makes the server read the current object instead of its own content', async () => {
    const person = await signUp(shop);
    const bought = await shop.buy(person);
    const lie = (status: string) => ({
      id: 'evt_lie',
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { object: 'payment_intent', id: intentOf(bought), status, amount_received: 999 } },
    });
    expect((await shop.webhook(lie('succeeded'))).status).toBe(200);
    expect(await shop.balance(person)).toBe(0);
    shop.standIn.act.pay(intentOf(bought));
    expect((await shop.webhook(lie('requires_payment_method'))).status).toBe(200);
    expect(await shop.balance(person)).toBe(500);
  });

  it.each([
    ['a payment that is no purchase', 'payment_intent', { id: 'pi_unknown' }],
    ['a charge without a payment', 'charge', { id: 'ch_1', payment_intent: null }],
    ['a subscription of nobody', 'subscription', { id: 'sub_unknown' }],
    ['an invoice of nothing', 'invoice', { id: 'in_1', parent: null }],
    ['something else', 'payout', { id: 'po_1' }],
  ])('about %s is taken and changes nothing', async (_what, object, fields) => {
    const event = {
      id: 'evt_x',
      object: 'event',
      type: `${object}.x`,
      livemode: false,
      data: { object: { object, ...fields } },
    };
    const before = await shop.c.db.selectFrom('credit_entry').selectAll().execute();
    expect((await shop.webhook(event)).status).toBe(200);
    expect(await shop.c.db.selectFrom('credit_entry').selectAll().execute()).toEqual(before);
  });

  it('about a payment without a purchase is accepted and logged', async () => {
    const { account, act, events } = shop.standIn;
    const { id } = await paid();
    const stranger = { ...account.intents.get(id)!, id: 'pi_stranger', status: 'requires_payment_method' };
    account.intents.set('pi_stranger', {
      ...stranger,
      status: 'requires_payment_method',
      metadata: { purchase_id: 'no such purchase', user_id: 'nobody' },
    });
    act.pay('pi_stranger');
    log.length = 0;
    expect((await shop.webhook(events.at(-1)!)).status).toBe(200);
    expect(log.join('')).toContain('a payment without a purchase');
  });

  it('finds a purchase whose payment id was never saved', async () => {
    const { person, purchase, event } = await paid();
    await updateRows(shop.c, 'purchase', { id: purchase }, { payment_intent_id: null });
    await Promise.all(Array.from({ length: 5 }, () => shop.webhook(event)));
    expect(await shop.ledger(person)).toEqual(['purchase 500']);
  });

  it('about a second payment of a purchase marks the purchase for review', async () => {
    const { person, id, purchase } = await paid();
    const { account, act, events } = shop.standIn;
    await shop.deliverAll();
    account.intents.set('pi_twin', {
      ...account.intents.get(id)!,
      id: 'pi_twin',
      status: 'requires_payment_method',
    });
    act.pay('pi_twin');
    expect((await shop.webhook(events.at(-1)!)).status).toBe(200);
    expect(await shop.purchase(purchase)).toMatchObject({ status: 'succeeded', review_reason: 'paid_twice' });
    expect(await shop.ledger(person)).toEqual(['purchase 500']);
  });
});

describe('is refused with 400, logged, and credits nothing:', () => {
  const refused = async (send: (event: StripeEvent) => Promise<{ status: number; body: unknown }>) => {
    const { person, event } = await paid();
    log.length = 0;
    expect(await send(event)).toMatchObject({ status: 400, body: { code: 'bad_signature' } });
    expect(await shop.balance(person)).toBe(0);
    expect(log.join('')).toContain('refused an event');
    expect(log.join('')).not.toMatch(/whsec_|sk_test|v1=/);
  };
  const raw = (body: string, headers: Record<string, string>) =>
    call(shop, 'POST /api/stripe/webhook', { body, headers });

  it('one without a signature', () => refused((event) => raw(JSON.stringify(event), {})));
  it('one with an empty body', () =>
    refused((event) => raw('', { ...shop.standIn.sign(event, { at: shop.time.now }).headers })));
  it('one signed with another secret', () =>
    refused((event) => shop.webhook(event, { secret: 'whsec_other' })));
  it('one signed 6 minutes ago', () =>
    refused((event) => shop.webhook(event, { at: shop.time.now - 360_000 })));
  it('one signed 6 minutes in the future', () =>
    refused((event) => shop.webhook(event, { at: shop.time.now + 360_000 })));
  it('one sent again after 6 minutes', () =>
    refused(async (event) => {
      const { body, headers } = shop.standIn.sign(event, { at: shop.time.now });
      shop.time.now += 360_000;
      return raw(body, headers);
    }));
  it('one whose time was changed', () =>
    refused((event) => {
      const { body, headers } = shop.standIn.sign(event, { at: shop.time.now - 360_000 });
      const v1 = headers['stripe-signature'].split('v1=')[1];
      return raw(body, { ...headers, 'stripe-signature': `t=${Math.floor(shop.time.now / 1000)},v1=${v1}` });
    }));
  it('one whose body was changed', () =>
    refused((event) => {
      const { body, headers } = shop.standIn.sign(event, { at: shop.time.now });
      return raw(body.replace('"livemode":false', '"livemode": false'), headers);
    }));
  it('one with only the older signature scheme', () =>
    refused((event) => {
      const body = JSON.stringify(event);
      const t = Math.floor(shop.time.now / 1000);
      const v0 = createHmac('sha256', 'whsec_standin').update(`${t}.${body}`).digest('hex');
      return raw(body, { 'stripe-signature': `t=${t},v0=${v0}` });
    }));
  it('one with an invalid signature', () =>
    refused((event) => raw(JSON.stringify(event), { 'stripe-signature': 't=,v1=,=,t=1e999' })));
  it('a live event on test keys', () => refused((event) => shop.webhook({ ...event, livemode: true })));
  it('signed JSON that is not an event', () => refused(() => shop.webhook({ nonsense: true })));
  it('signed JSON that is not an object', () => refused(() => shop.webhook([])));
});

it('an event may be up to 5 minutes old', async () => {
  const { person, event } = await paid();
  expect((await shop.webhook(event, { at: shop.time.now - 290_000 })).status).toBe(200);
  expect(await shop.balance(person)).toBe(500);
});

it('a test event on live keys is refused', async () => {
  const live = await openShop({ livemode: true });
  const person = await signUp(live);
  const bought = await live.buy(person);
  live.standIn.act.pay(intentOf(bought));
  const event = live.standIn.events.at(-1)!;
  expect((await live.webhook({ ...event, livemode: false })).status).toBe(400);
  expect(await live.balance(person)).toBe(0);
  expect((await live.webhook(event)).status).toBe(200);
  expect(await live.balance(person)).toBe(500);
  await live.close();
});

describe('a payment with the wrong amount or currency is marked for review and credits nothing:', () => {
  it.each([
    ['less', { received: 1 }],
    ['more', { received: 99_900 }],
    ['another currency', { currency: 'jpy' }],
  ])('%s', async (_what, odd) => {
    const person = await signUp(shop);
    const bought = await shop.buy(person);
    shop.standIn.act.pay(intentOf(bought), odd);
    log.length = 0;
    for (const event of shop.standIn.events.slice(-2)) expect((await shop.webhook(event)).status).toBe(200);
    expect(log.join('')).toContain(`purchase ${bought.body.purchase_id}: wrong_amount`);
    expect((await shop.check(person, bought.body.purchase_id)).body.status).toBe('failed');
    expect(await shop.purchase(bought.body.purchase_id)).toMatchObject({
      status: 'failed',
      review_reason: 'wrong_amount',
      credited_at: null,
    });
    expect(await shop.balance(person)).toBe(0);
  });
});

it('the provider may call often from one address without a session', async () => {
  const limited = await openShop({ rateLimit: true });
  const statuses = await Promise.all(
    Array.from({ length: 700 }, () => limited.webhook({ id: 'evt', object: 'event', livemode: false })),
  );
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  await limited.close();
});
