import type { Tier } from 'contract/plans.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { findRow } from '../../testing/rows.ts';
import { PASSWORD, type Person, signUp } from '../../testing/server.ts';
import { setTier } from '../accounts/accounts.ts';
import { balanceOf, grantMonthly } from '../credits/credits.ts';
import { syncSubscription } from './sync-subscription.ts';
import { shopOfFile } from './testing/shop.ts';
import { PRICES } from './testing/stand-in.ts';

const DAY = 86_400_000;

const shop = shopOfFile({ prices: PRICES });
afterEach(() => shop.mustBeClean());

const subscribe = (person: Person, tier: string) =>
  call(shop, 'POST /payments/subscription', { token: person.token, body: { tier } });
const current = async (person: Person) =>
  (await call(shop, 'GET /payments/subscription', { token: person.token })).body.subscription;
const lastPart = (url: string) => url.split('/').at(-1)!;

/** A user who has paid for a plan at the hosted checkout; the server has received no event yet. */
async function subscribed(tier: keyof typeof PRICES = 'plus') {
  const person = await signUp(shop);
  const answer = await subscribe(person, tier);
  expect(answer.status).toBe(200);
  return { person, plan: shop.standIn.act.completeCheckout(lastPart(answer.body.url)) };
}

async function tierOf(person: Person): Promise<Tier> {
  const { body } = await call(shop, 'GET /account_status', { token: person.token });
  return body[0].plan_tier;
}

/** The balance including credits that are due. Needs no session, since sessions end after a month without use. */
const creditsOf = async (person: Person) => (await balanceOf(shop.c, person.id)).credits;

/** Logs in a user whose session has ended. */
async function back(person: Person): Promise<Person> {
  const body = { email: person.email, password: PASSWORD };
  const answer = await call(shop, 'POST /auth/login', { body });
  return { ...person, token: answer.body.authToken };
}

describe('a subscription', () => {
  it('grants its plan and the credits of the first month, and keeps the session', async () => {
    const { person } = await subscribed('premium');
    expect(await tierOf(person)).toBe('free');
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('premium');
    expect(await creditsOf(person)).toBe(1000);
    expect(await current(person)).toMatchObject({
      tier: 'premium',
      status: 'active',
      cancel_at_period_end: false,
    });
  });

  it('is changed in the portal, and credits are granted once per tier and month', async () => {
    const { person, plan } = await subscribed('plus');
    await shop.deliverAll();
    expect(await creditsOf(person)).toBe(100);
    const answer = await subscribe(person, 'platinum');
    const portal = shop.standIn.account.portals.get(lastPart(answer.body.url))!;
    expect(portal.wanted_price).toBe(PRICES.platinum);
    // Nothing changes before the customer confirms.
    expect(await tierOf(person)).toBe('plus');
    for (const [tier, credits] of [
      ['platinum', 3100],
      ['plus', 3100],
      ['platinum', 3100],
      ['premium', 4100],
      ['plus', 4100],
    ] as const) {
      shop.standIn.act.changePrice(plan, PRICES[tier]);
      await shop.deliverAll();
      expect(await tierOf(person)).toBe(tier);
      expect(await creditsOf(person)).toBe(credits);
    }
  });

  it('that is canceled lasts until its period ends, then the plan becomes free and the credits stay', async () => {
    const { person, plan } = await subscribed('plus');
    await shop.deliverAll();
    expect(await creditsOf(person)).toBe(100);
    shop.standIn.act.cancelAtPeriodEnd(plan);
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('plus');
    expect(await current(person)).toMatchObject({ cancel_at_period_end: true });
    shop.standIn.act.end(plan);
    // The last day of the paid period does not start another month.
    shop.time.now += 30 * DAY - 1;
    await grantMonthly(shop.c);
    await shop.deliverAll();
    person.token = (await back(person)).token;
    expect(await tierOf(person)).toBe('free');
    expect(await current(person)).toBeNull();
    shop.time.now += 40 * DAY;
    expect(await creditsOf(person)).toBe(100);
    // A new subscription is possible.
    const returned = await back(person);
    const again = await subscribe(returned, 'plus');
    shop.standIn.act.completeCheckout(lastPart(again.body.url));
    await shop.deliverAll();
    expect(await tierOf(returned)).toBe('plus');
    expect(await creditsOf(person)).toBe(200);
  });

  it('keeps its plan while a payment is late, and loses it when Stripe cancels it', async () => {
    const { person, plan } = await subscribed('premium');
    await shop.deliverAll();
    shop.standIn.act.failRenewal(plan);
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('premium');
    expect(await current(person)).toMatchObject({ status: 'past_due' });
    // Monthly credits are granted after the payment.
    shop.time.now += 31 * DAY;
    await grantMonthly(shop.c);
    expect(await creditsOf(person)).toBe(1000);
    shop.standIn.act.renew(plan);
    await shop.deliverAll();
    expect(await shop.balance(person)).toBe(2000);
    person.token = (await back(person)).token;
    expect(await current(person)).toMatchObject({ status: 'active' });
    shop.standIn.act.failRenewal(plan);
    shop.standIn.act.end(plan);
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('free');
  });

  it('grants credits once a month if renewed on time, late or with repeated events', async () => {
    const { person, plan } = await subscribed('plus');
    await shop.deliverAll();
    for (let month = 1; month <= 3; month++) {
      expect(await creditsOf(person)).toBe(100 * month);
      shop.standIn.act.renew(plan);
      const renewed = shop.standIn.events.slice(-2);
      await shop.deliverAll();
      for (const event of [...renewed, ...renewed.toReversed()]) await shop.webhook(event);
      expect(await creditsOf(person)).toBe(100 * month);
      shop.time.now += 31 * DAY;
    }
  });
});

describe('subscription events', () => {
  it('have the same result if each is sent 40 times concurrently in any order', async () => {
    const { person, plan } = await subscribed('plus');
    shop.standIn.act.changePrice(plan, PRICES.premium);
    shop.standIn.act.failRenewal(plan);
    shop.standIn.act.renew(plan);
    const events = shop.standIn.events.filter(({ data }) => JSON.stringify(data).includes(plan));
    expect(events.length).toBeGreaterThanOrEqual(8);
    for (let round = 0; round < 40; round++) {
      const order = events.toSorted(() => Math.random() - 0.5);
      const answers = await Promise.all(order.map((event) => shop.webhook(event)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await tierOf(person)).toBe('premium');
    expect(await creditsOf(person)).toBe(1000);
    expect(await current(person)).toMatchObject({ tier: 'premium', status: 'active' });
  }, 120_000);

  it('that are old do not restore an ended plan', async () => {
    const { person, plan } = await subscribed('platinum');
    const begun = shop.standIn.events.slice(-3);
    await shop.deliverAll();
    shop.standIn.act.end(plan);
    await shop.deliverAll();
    for (const event of begun) await shop.webhook(event);
    expect(await tierOf(person)).toBe('free');
    expect(await creditsOf(person)).toBe(3000);
  });

  it('of a subscription that ended before its first event change nothing', async () => {
    const { person, plan } = await subscribed('plus');
    shop.standIn.act.end(plan);
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('free');
    expect(await creditsOf(person)).toBe(0);
  });

  it('of an unknown customer are accepted and change nobody', async () => {
    const { person, plan } = await subscribed('plus');
    shop.standIn.account.subscriptions.get(plan)!.customer = 'cus_nobody';
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('free');
  });

  it('about an invoice are also read in the format of older API versions', async () => {
    for (const form of [
      (id: string) => ({ parent: { subscription_details: { subscription: id } } }),
      (id: string) => ({ subscription: id }),
    ]) {
      const { person, plan } = await subscribed('plus');
      const object = { object: 'invoice', id: 'in_1', ...form(plan) };
      const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', livemode: false, data: { object } };
      expect((await shop.webhook(event)).status).toBe(200);
      expect(await tierOf(person)).toBe('plus');
    }
  });

  it('about a price that is not a plan change nothing', async () => {
    const { person, plan } = await subscribed('plus');
    shop.standIn.act.changePrice(plan, 'price_of_something_else');
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('free');
  });

  it('are sent again if the provider was not available', async () => {
    const { person } = await subscribed('plus');
    const event = shop.standIn.events.at(-1)!;
    shop.standIn.fail('error');
    expect((await shop.webhook(event)).status).toBe(502);
    expect(await tierOf(person)).toBe('free');
    await shop.deliverAll();
    expect(await tierOf(person)).toBe('plus');
  });
});

describe('what the operator hears of a subscription', () => {
  const sync = (id: string, prices = PRICES) => {
    const provider = shop.c.payments!;
    return syncSubscription(shop.c, { ...provider, prices }, id);
  };

  it('is nothing as long as all is well', async () => {
    const { person, plan } = await subscribed('plus');
    expect(await sync(plan)).toBeUndefined();
    expect(await tierOf(person)).toBe('plus');
    shop.standIn.act.end(plan);
    expect(await sync(plan)).toBeUndefined();
  });

  it('says what is wrong with it', async () => {
    expect(await sync('sub_nowhere')).toBe('the provider does not know this subscription');
    const { plan } = await subscribed('plus');
    const stored = shop.standIn.account.subscriptions.get(plan)!;
    shop.standIn.act.changePrice(plan, 'price_of_something_else');
    expect(await sync(plan)).toBe('a subscription to a price that is not a plan');
    stored.customer = 'cus_nobody';
    expect(await sync(plan)).toBe('a subscription of an unknown customer');
  });

  it('says when somebody pays twice; the higher plan counts, and only its payment brings its credits', async () => {
    const { person, plan } = await subscribed('plus');
    const { subscriptions } = shop.standIn.account;
    const second = structuredClone({ ...subscriptions.get(plan)!, id: `${plan}_second` });
    expect(await sync(plan)).toBeUndefined();
    subscriptions.set(second.id, second);
    shop.standIn.act.changePrice(second.id, PRICES.premium);
    shop.standIn.act.failRenewal(second.id);
    expect(await sync(second.id)).toBe('a user with more than one subscription');
    expect(await tierOf(person)).toBe('premium');
    expect(await creditsOf(person)).toBe(100);
    shop.standIn.act.renew(second.id);
    expect(await sync(second.id)).toBe('a user with more than one subscription');
    expect(await creditsOf(person)).toBe(1100);
  });

  it('is nothing when the settings name other prices: who pays the older one keeps the plan', async () => {
    const { person, plan } = await subscribed('premium');
    await sync(plan);
    const others = { plus: 'price_1', premium: 'price_2', platinum: 'price_3' };
    expect(await sync(plan, others)).toBeUndefined();
    expect(await tierOf(person)).toBe('premium');
    shop.standIn.act.changePrice(plan, PRICES.plus);
    expect(await sync(plan, others)).toBe('a subscription to a price that is not a plan');
    shop.standIn.act.end(plan);
    expect(await sync(plan, others)).toBeUndefined();
    expect(await tierOf(person)).toBe('free');
  });
});

describe('subscriptions and other plans', () => {
  it('a granted plan above the subscription stays, and an admin stays an admin', async () => {
    for (const given of ['platinum', 'admin'] as const) {
      const { person, plan } = await subscribed('plus');
      await shop.deliverAll();
      await setTier(shop.c, person.id, given);
      shop.standIn.act.renew(plan);
      shop.standIn.act.end(plan);
      await shop.deliverAll();
      const status = await findRow(shop.c, 'account_status', { user_id: person.id });
      expect(status.plan_tier).toBe(given);
    }
  });

  it('a plan that an admin granted stays when a subscription to the same plan ends', async () => {
    const first = await signUp(shop);
    await setTier(shop.c, first.id, 'plus');
    const answer = await subscribe(await back(first), 'plus');
    const paid = shop.standIn.act.completeCheckout(lastPart(answer.body.url));
    const { person: second, plan } = await subscribed('plus');
    await shop.deliverAll();
    await setTier(shop.c, second.id, 'plus');
    for (const [person, subscription] of [
      [first, paid],
      [second, plan],
    ] as const) {
      shop.standIn.act.renew(subscription);
      shop.standIn.act.end(subscription);
      await shop.deliverAll();
      const returned = await back(person);
      expect(await tierOf(returned)).toBe('plus');
      expect(await current(returned)).toBeNull();
      const before = await creditsOf(person);
      shop.time.now += 32 * DAY;
      expect(await creditsOf(person)).toBe(before + 100);
    }
  });

  it('a plan that an admin granted comes back when a subscription to a higher one ends', async () => {
    const person = await signUp(shop);
    await setTier(shop.c, person.id, 'plus');
    const answer = await subscribe(await back(person), 'platinum');
    const plan = shop.standIn.act.completeCheckout(lastPart(answer.body.url));
    await shop.deliverAll();
    expect(await tierOf(await back(person))).toBe('platinum');
    shop.standIn.act.end(plan);
    await shop.deliverAll();
    expect(await tierOf(await back(person))).toBe('plus');
  });

  it('the same plan twice, a plan for an admin, and a plan that is not sold are refused', async () => {
    const { person } = await subscribed('plus');
    await shop.deliverAll();
    const refused = { status: 409, body: { code: 'already_subscribed' } };
    expect(await subscribe(person, 'plus')).toMatchObject(refused);
    expect(await subscribe(await signUp(shop, { tier: 'admin' }), 'plus')).toMatchObject(refused);
    for (const tier of ['free', 'admin', 'gold', '__proto__'])
      expect((await subscribe(person, tier)).status).toBe(400);
  });

  it('two tabs share one checkout, and choosing another plan replaces it', async () => {
    const person = await signUp(shop);
    const [one, two] = await Promise.all([subscribe(person, 'plus'), subscribe(person, 'plus')]);
    expect(one.body.url).toBe(two.body.url);
    const other = await subscribe(person, 'premium');
    expect(other.body.url).not.toBe(one.body.url);
    const sessions = [...shop.standIn.account.checkouts.values()];
    expect(sessions.find(({ id }) => id === lastPart(one.body.url))?.status).toBe('expired');
    expect(shop.standIn.account.customers.size).toBeGreaterThan(0);
  });

  it('the hosted pages return only to this site, whatever the caller sends', async () => {
    const person = await signUp(shop);
    const answer = await call(shop, 'POST /payments/subscription', {
      token: person.token,
      body: { tier: 'plus', success_url: 'https://evil.example', return_url: 'https://evil.example' },
      headers: { origin: 'https://evil.example', referer: 'https://evil.example/' },
    });
    const session = shop.standIn.account.checkouts.get(lastPart(answer.body.url))!;
    expect(JSON.stringify(session)).not.toContain('evil.example');
    expect(session.metadata).not.toHaveProperty('email');
  });
});
