import { Problem } from 'contract/errors.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { PASSWORD, type Person, signUp } from '../../testing/server.ts';
import { deleteCustomers } from './customers.ts';
import type { PaymentProvider } from './provider.ts';
import { buy } from './purchases.ts';
import { countRows, openShop, type Shop } from './testing/shop.ts';
import { PRICES } from './testing/stand-in.ts';

let shop: Shop;
let provider: PaymentProvider;
beforeAll(async () => {
  shop = await openShop({ prices: PRICES });
  provider = { ...shop.c.payments! };
});
afterEach(() => Object.assign(shop.c.payments!, provider));
afterAll(() => shop.close());

const subscribe = (person: Person) =>
  call(shop, 'POST /payments/subscription', { token: person.token, body: { tier: 'plus' } });
const deleteAccount = (person: Person) =>
  call(shop, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } });
const customerOf = (person: Person) =>
  [...shop.standIn.account.customers.values()].find(({ email }) => email === person.email)!;

it('no checkout opens for an account that is deleted while its customer is created', async () => {
  const person = await signUp(shop);
  shop.c.payments!.createCustomer = async (input) => {
    const id = await provider.createCustomer(input);
    expect((await deleteAccount(person)).status).toBe(200);
    return id;
  };
  expect((await subscribe(person)).status).toBe(401);
  expect(shop.standIn.account.checkouts.size).toBe(0);
  await deleteCustomers(shop.c);
  expect(customerOf(person).deleted).toBe(true);
});

it('no purchase opens for an account that was deleted meanwhile', async () => {
  const person = await signUp(shop);
  await deleteAccount(person);
  await expect(buy(shop.c, person.id, 'power')).rejects.toThrow(new Problem('unauthorized'));
  expect(await countRows(shop, 'purchase')).toBe(0);
});

it('a customer that cannot be deleted does not keep the others from being deleted', async () => {
  const people = [await signUp(shop), await signUp(shop), await signUp(shop)];
  for (const person of people) expect((await subscribe(person)).status).toBe(200);
  const refused = customerOf(people[1]!).id;
  shop.c.payments!.deleteCustomer = async (id) => {
    if (id === refused) throw new Error('This customer cannot be deleted.');
    await provider.deleteCustomer(id);
  };
  for (const person of people) await deleteAccount(person);
  await expect(deleteCustomers(shop.c)).rejects.toThrow('could not be deleted at the provider: 1.');
  expect(people.map((person) => customerOf(person).deleted === true)).toEqual([true, false, true]);
  Object.assign(shop.c.payments!, provider);
  await deleteCustomers(shop.c);
  expect(customerOf(people[1]!).deleted).toBe(true);
});
