import { randomUUID } from 'node:crypto';
import { createPaymentIntent } from 'contract/features/payments.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { findRow, updateRows } from '../../testing/rows.ts';
import { signUp, testServer } from '../../testing/server.ts';
import { countRows, intentOf, shopOfFile } from './testing/shop.ts';

const shop = shopOfFile({ patience: 3000 });
afterEach(() => shop.mustBeClean());

describe('buying a pack', () => {
  it('charges our own price and ignores the caller’s', async () => {
    const person = await signUp(shop);
    const answer = await shop.buy(person, 'power', {
      amount: 1,
      price: 0.01,
      credits: 9999,
      currency: 'jpy',
      user_id: randomUUID(),
    });
    expect(answer.status).toBe(200);
    expect(createPaymentIntent.returns.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toMatchObject({ credits: 500, amount: 999, currency: 'usd' });
    expect(shop.standIn.account.intents.get(intentOf(answer))).toMatchObject({
      amount: 999,
      currency: 'usd',
      metadata: { purchase_id: answer.body.purchase_id, user_id: person.id },
    });
    expect(await shop.purchase(answer.body.purchase_id)).toMatchObject({
      user_id: person.id,
      status: 'open',
      credited_at: null,
    });
    expect(await shop.balance(person)).toBe(0);
  });

  it('continues an open purchase of the same pack with one payment', async () => {
    const [one, other] = [await signUp(shop), await signUp(shop)];
    const first = await shop.buy(one);
    const again = await Promise.all(Array.from({ length: 10 }, () => shop.buy(one)));
    for (const answer of again) expect(answer.body).toEqual(first.body);
    expect((await shop.buy(one, 'starter')).body.purchase_id).not.toBe(first.body.purchase_id);
    expect((await shop.buy(other)).body.clientSecret).not.toBe(first.body.clientSecret);
  });

  it('creates one payment for ten concurrent first clicks', async () => {
    const person = await signUp(shop);
    const [intents, purchases] = [shop.standIn.account.intents.size, await countRows(shop, 'purchase')];
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.buy(person, 'ultimate')));
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(shop.standIn.account.intents.size).toBe(intents + 1);
    expect(await countRows(shop, 'purchase')).toBe(purchases + 1);
  });

  it.each(['', 'Power', 'free', '__proto__', 'power '])('refuses the unknown pack %j', async (packageId) => {
    const answer = await shop.buy(await signUp(shop), packageId);
    const body = { code: 'bad_input', field: 'packageId', message: expect.not.stringContaining('packageId') };
    expect(answer).toMatchObject({ status: 400, body });
  });

  it('does not continue an open purchase at an older price', async () => {
    const person = await signUp(shop);
    const older = await shop.buy(person);
    await updateRows(shop.c, 'purchase', { id: older.body.purchase_id }, { amount: 499 });
    const now = await shop.buy(person);
    expect(now.body).toMatchObject({ amount: 999, credits: 500 });
    expect(now.body.purchase_id).not.toBe(older.body.purchase_id);
    expect((await shop.buy(person)).body.purchase_id).toBe(now.body.purchase_id);
  });

  it('starts a new purchase after one that is paid, canceled or unknown to the provider', async () => {
    const person = await signUp(shop);
    const paid = await shop.buy(person);
    shop.standIn.act.pay(intentOf(paid));
    const canceled = await shop.buy(person);
    expect(canceled.body.purchase_id).not.toBe(paid.body.purchase_id);
    expect(await shop.balance(person)).toBe(500); // The sync before continuing found that it was paid.
    shop.standIn.act.cancel(intentOf(canceled));
    const unknown = await shop.buy(person);
    expect(unknown.body.purchase_id).not.toBe(canceled.body.purchase_id);
    shop.standIn.account.intents.delete(intentOf(unknown));
    const last = await shop.buy(person);
    expect(last.status).toBe(200);
    expect(last.body.purchase_id).not.toBe(unknown.body.purchase_id);
    expect(await shop.purchase(canceled.body.purchase_id)).toMatchObject({ status: 'failed' });
  });

  it('allows another card for the same payment after a decline', async () => {
    const person = await signUp(shop);
    const first = await shop.buy(person);
    shop.standIn.act.decline(intentOf(first));
    expect((await shop.check(person, first.body.purchase_id)).body.status).toBe('open');
    expect((await shop.buy(person)).body).toEqual(first.body);
    shop.standIn.act.pay(intentOf(first));
    expect((await shop.check(person, first.body.purchase_id)).body).toMatchObject({
      status: 'succeeded',
      balance: { credits: 500 },
    });
  });
});

describe('when the provider fails', () => {
  it.each([
    ['error', 502, 'payment_failed'],
    ['unauthorized', 502, 'payment_failed'],
    ['limit', 502, 'payment_failed'],
    ['decline', 402, 'payment_declined'],
    ['silent', 503, 'payment_away'],
  ] as const)('%s answers %i %s, and the purchase is gone on with', async (fault, status, code) => {
    const person = await signUp(shop);
    const before = await countRows(shop, 'purchase');
    shop.standIn.fail(fault);
    const failed = await shop.buy(person);
    expect(failed).toMatchObject({ status, body: { code, message: expect.stringMatching(/\S/) } });
    expect(JSON.stringify(failed.body)).not.toMatch(/sk_|Invalid API|stripe/i);
    if (fault === 'decline') expect(failed.body.message).toBe('Your card was declined.');
    expect(await countRows(shop, 'purchase')).toBe(before + 1);
    const again = await shop.buy(person);
    expect(again.status).toBe(200);
    expect(await countRows(shop, 'purchase')).toBe(before + 1);
    shop.standIn.act.pay(intentOf(again));
    expect((await shop.check(person, again.body.purchase_id)).body.status).toBe('succeeded');
    expect(await shop.balance(person)).toBe(500);
  });

  it.each(['lost', 'cut'] as const)('a %s connection creates no second payment', async (fault) => {
    const person = await signUp(shop);
    const before = shop.standIn.account.intents.size;
    // A closed connection is retried once even without retries, so there are two faults.
    shop.standIn.fail(fault, fault);
    expect((await shop.buy(person)).body.code).toBe('payment_away');
    expect((await shop.buy(person)).status).toBe(200);
    expect(shop.standIn.account.intents.size).toBe(before + 1);
  });

  it('the check reports a pending purchase, and the webhook credits it', async () => {
    const person = await signUp(shop);
    const { body, ...answer } = await shop.buy(person);
    shop.standIn.act.pay(intentOf({ ...answer, body }));
    shop.standIn.fail('error');
    expect(await shop.check(person, body.purchase_id)).toMatchObject({
      status: 200,
      body: { status: 'processing', credits: 500, balance: { credits: 0 } },
    });
    await shop.deliverAll();
    expect((await shop.check(person, body.purchase_id)).body).toMatchObject({
      status: 'succeeded',
      balance: { credits: 500 },
    });
  });

  it('an event gets an error response, so that it is sent again', async () => {
    const person = await signUp(shop);
    const bought = await shop.buy(person);
    shop.standIn.act.pay(intentOf(bought));
    const event = shop.standIn.events.at(-1)!;
    shop.standIn.fail('error', 'unauthorized');
    expect((await shop.webhook(event)).status).toBe(502);
    expect((await shop.webhook(event)).status).toBe(502);
    expect(await shop.balance(person)).toBe(0);
    expect((await shop.webhook(event)).status).toBe(200);
    expect(await shop.balance(person)).toBe(500);
  });
});

describe('checking a purchase', () => {
  it('credits once for many concurrent calls', async () => {
    const person = await signUp(shop);
    const bought = await shop.buy(person);
    expect((await shop.check(person, bought.body.purchase_id)).body.status).toBe('open');
    shop.standIn.act.wait(intentOf(bought));
    expect((await shop.check(person, bought.body.purchase_id)).body.status).toBe('processing');
    expect((await shop.buy(person)).body.purchase_id).not.toBe(bought.body.purchase_id);
    shop.standIn.act.pay(intentOf(bought));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.check(person, bought.body.purchase_id)),
    );
    for (const { body } of answers)
      expect(body).toMatchObject({ status: 'succeeded', credits: 500, balance: { credits: 500 } });
    expect(await shop.ledger(person)).toEqual(['purchase 500']);
  });

  it('asks the provider only about a payment that may still change', async () => {
    const person = await signUp(shop);
    const paid = await shop.buy(person);
    shop.standIn.act.pay(intentOf(paid));
    await shop.check(person, paid.body.purchase_id);
    // A closed connection is retried once, so there are two faults. This purchase has no payment.
    shop.standIn.fail('cut', 'cut');
    expect((await shop.buy(person, 'starter')).status).toBe(503);
    const unpaid = await findRow(shop.c, 'purchase', { user_id: person.id, status: 'open' });
    const asked = shop.standIn.calls.length;
    expect((await shop.check(person, paid.body.purchase_id)).body.status).toBe('succeeded');
    expect((await shop.check(person, unpaid.id)).body.status).toBe('open');
    expect(shop.standIn.calls).toHaveLength(asked);
  });

  it("does not find another user's purchase", async () => {
    const [one, other] = [await signUp(shop), await signUp(shop, { tier: 'admin' })];
    const bought = await shop.buy(one);
    shop.standIn.act.pay(intentOf(bought));
    expect((await shop.check(other, bought.body.purchase_id)).status).toBe(404);
    expect((await shop.check(other, randomUUID())).status).toBe(404);
    expect(await shop.balance(one)).toBe(0);
  });
});

it('every call reports that payments are not set up without keys', async () => {
  const s = await testServer();
  const { token } = await signUp(s);
  expect((await call(s, 'GET /payments/settings')).body).toEqual({
    publishable_key: null,
    subscriptions: [],
  });
  const body = { packageId: 'power' };
  expect(await call(s, 'POST /api/create-payment-intent', { token, body })).toMatchObject({
    status: 503,
    body: { code: 'payments_off', message: 'Payment system not configured. Please contact support.' },
  });
  for (const address of [`POST /payments/purchases/${randomUUID()}/check`, 'POST /payments/portal'] as const)
    expect(await call(s, address, { token })).toMatchObject({ status: 503, body: { code: 'payments_off' } });
  expect(await call(s, 'POST /payments/subscription', { token, body: { tier: 'plus' } })).toMatchObject({
    status: 409,
    body: { code: 'subscriptions_off', message: 'Subscription coming soon!' },
  });
  expect((await call(s, 'POST /api/stripe/webhook', { body: { id: 'evt_1' } })).status).toBe(503);
  await s.close();
});
