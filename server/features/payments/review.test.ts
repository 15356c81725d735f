import { afterEach, expect, it } from 'vitest';
import { reviewPayments } from '../../cli/credits.ts';
import { call } from '../../testing/calls.ts';
import { updateRows } from '../../testing/rows.ts';
import { signUp } from '../../testing/server.ts';
import { lockBuyer } from './queries.ts';
import { intentOf, openShop, shopOfFile } from './testing/shop.ts';

const shop = shopOfFile();
afterEach(() => shop.mustBeClean());

it('payments that need the operator are listed with instructions until they are refunded', async () => {
  expect(await reviewPayments(shop.c)).toBe('No payment needs a review.');
  const { account, act } = shop.standIn;
  const person = await signUp(shop);

  const less = await shop.buy(person, 'starter');
  act.pay(intentOf(less), { received: 1 });
  const twice = await shop.buy(person, 'power');
  account.intents.set('pi_twin', { ...account.intents.get(intentOf(twice))!, id: 'pi_twin' });
  act.pay(intentOf(twice));
  await shop.deliverAll();
  act.pay('pi_twin');
  await shop.deliverAll();

  const list = await reviewPayments(shop.c);
  expect(list).toContain(`Starter Pack, $4.99, by ${person.email}`);
  expect(list).toContain(`nothing was credited. Refund ${intentOf(less)}.`);
  expect(list).toContain(`credited once for ${intentOf(twice)}.`);
  expect(await shop.balance(person)).toBe(500);

  act.refund('pi_twin', 998);
  await shop.deliverAll();
  expect(await reviewPayments(shop.c)).toBe(list);
  act.refund('pi_twin', 1);
  await shop.deliverAll();
  expect(await reviewPayments(shop.c)).not.toContain('Paid twice');
  act.refund(intentOf(less));
  await shop.deliverAll();
  expect(await reviewPayments(shop.c)).toBe('No payment needs a review.');
  expect(await shop.ledger(person)).toEqual(['purchase 500']);
});

it('a payment for a deleted account credits nobody and is listed', async () => {
  const person = await signUp(shop);
  const bought = await shop.buy(person);
  await updateRows(shop.c, 'user', { id: person.id }, { deleted_at: shop.time.now });
  shop.standIn.act.pay(intentOf(bought));
  await shop.deliverAll();
  expect(await reviewPayments(shop.c)).toContain('Paid after the account was deleted');
  expect(await shop.balance(person)).toBe(0);
  shop.standIn.act.refund(intentOf(bought));
  await shop.deliverAll();
  expect(await reviewPayments(shop.c)).toBe('No payment needs a review.');
});

it('the provider is never called inside a transaction', async () => {
  const other = await openShop({ prices: { plus: 'price_plus', premium: 'price_premium' } });
  const person = await signUp(other);
  const asked = new Set<string>();
  const provider = other.c.payments! as unknown as Record<string, unknown>;
  for (const [name, ask] of Object.entries(provider)) {
    if (typeof ask !== 'function' || name === 'readEvent') continue;
    provider[name] = async (...input: unknown[]) => {
      // Would wait forever if a transaction held the lock on the user or SQLite's only connection.
      await other.c.db.transaction().execute((tx) => lockBuyer(tx, other.c.engine, person.id));
      asked.add(name);
      return ask(...input);
    };
  }
  const bought = await other.buy(person);
  await other.buy(person);
  other.standIn.act.pay(intentOf(bought));
  expect((await other.check(person, bought.body.purchase_id)).body.status).toBe('succeeded');
  const { token } = person;
  const begun = await call(other, 'POST /payments/subscription', { token, body: { tier: 'plus' } });
  other.standIn.act.completeCheckout(begun.body.url.split('/').at(-1));
  await other.deliverAll();
  const changed = await call(other, 'POST /payments/subscription', { token, body: { tier: 'premium' } });
  expect(changed.status).toBe(200);
  expect((await call(other, 'POST /payments/portal', { token })).status).toBe(200);
  expect([...asked].sort()).toEqual([
    'createCustomer',
    'createPayment',
    'findPayment',
    'findSubscription',
    'openCheckout',
    'openPortal',
  ]);
  await other.close();
});
