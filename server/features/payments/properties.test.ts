import { creditPackages } from 'contract/features/credits-constants.ts';
import { runs } from 'contract/testing/runs.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { type Person, signUp } from '../../testing/server.ts';
import { grant, spend } from '../credits/credits.ts';
import * as model from '../credits/testing/credit-model.ts';
import { intentOf, openShop, type Shop } from './testing/shop.ts';

/** Compares random operations on payments, here and at the provider, with a simple model. */
let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  admin = await signUp(shop, { tier: 'admin' });
});
afterAll(() => shop.close());

const user = fc.nat({ max: 1 });
const pack = fc.nat({ max: 2 });
/** An index into the existing things, modulo their number. */
const which = fc.nat({ max: 50 });
const cents = fc.integer({ min: 1, max: 1200 });
const named = <N extends string, F>(name: N, fields: { [K in keyof F]: fc.Arbitrary<F[K]> }) =>
  fc.record<F>(fields).map((all) => ({ do: name, ...all }));
const step = fc.oneof(
  { weight: 4, arbitrary: named('buy', { user, pack }) },
  { weight: 5, arbitrary: named('pay', { of: which }) },
  { weight: 1, arbitrary: named('decline', { of: which }) },
  { weight: 1, arbitrary: named('wait', { of: which }) },
  { weight: 2, arbitrary: named('refund', { of: which, cents }) },
  { weight: 2, arbitrary: named('dispute', { of: which, cents }) },
  { weight: 2, arbitrary: named('close', { of: which, won: fc.boolean() }) },
  { weight: 8, arbitrary: named('deliver', { event: which, fails: fc.boolean() }) },
  { weight: 3, arbitrary: named('check', { of: which, fails: fc.boolean() }) },
  { weight: 4, arbitrary: named('spend', { user, amount: fc.integer({ min: 1, max: 600 }) }) },
  { weight: 1, arbitrary: named('grant', { user, amount: fc.integer({ min: 1, max: 200 }) }) },
  { weight: 1, arbitrary: named('adjust', { user, amount: fc.nat({ max: 300 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Bought {
  id: string;
  user: number;
  pack: number;
  credits: number;
  amount: number;
  intent: string;
  status: string;
  withheld: { key: string; amount: number }[];
  clawbacks: number;
}
interface World {
  people: Person[];
  m: model.Model;
  bought: Bought[];
  disputes: string[];
  /** The index of this run's first event at the stand-in. */
  from: number;
  step: number;
}

async function newWorld(): Promise<World> {
  // SQLite runs synchronously; let timers run.
  await new Promise(setImmediate);
  return {
    people: [await signUp(shop), await signUp(shop)],
    m: model.newModel([false, false]),
    bought: [],
    disputes: [],
    from: shop.standIn.events.length,
    step: 0,
  };
}

const pick = <T>(all: T[], i: number): T | undefined => all[i % all.length];
const intent = (one: Bought) => shop.standIn.account.intents.get(one.intent)!;
const chargeOf = (one: Bought) => shop.standIn.account.charges.get(intent(one).latest_charge ?? '');

/** The refunded and disputed part of a payment, in cents. */
function calledBack(one: Bought): number {
  const disputed = [...shop.standIn.account.disputes.values()]
    .filter(({ payment_intent, status }) => payment_intent === one.intent && /needs|lost/.test(status))
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.min(one.amount, chargeOf(one)!.amount_refunded + disputed);
}

/** The model of a sync: updates a purchase from its payment. */
function looked({ m }: World, one: Bought): void {
  const { status } = intent(one);
  if (status !== 'succeeded') {
    one.status = status === 'processing' ? 'processing' : 'open';
    return;
  }
  const given = { user: one.user, amount: one.credits, reference: one.id };
  model.grant(m, { ...given, key: `purchase:${one.id}`, purchase: true });
  const wanted = Math.floor((one.credits * calledBack(one)) / one.amount);
  const withheld = () => one.withheld.reduce((sum, { amount }) => sum + amount, 0);
  while (withheld() > wanted) model.reverseClawback(m, one.withheld.pop()!.key);
  if (withheld() < wanted) {
    const input = { amount: wanted - withheld(), key: `clawback:${one.id}:${++one.clawbacks}` };
    model.clawBack(m, given, input);
    one.withheld.push(input);
  }
  one.status = wanted === one.credits ? 'refunded' : 'succeeded';
}

const isUndecided = ({ status }: Bought) => status === 'open' || status === 'processing';

/** Runs a step in the model and on the server, and compares the results. */
async function take(w: World, one: Step): Promise<void> {
  const { act, events } = shop.standIn;
  shop.time.now += 1;
  w.step += 1;
  const of = 'of' in one ? pick(w.bought, one.of) : undefined;
  switch (one.do) {
    case 'buy': {
      const input = creditPackages[one.pack]!;
      const open = w.bought.findLast(
        (each) => each.user === one.user && each.pack === one.pack && each.status === 'open',
      );
      if (open) looked(w, open);
      const answer = await shop.buy(w.people[one.user]!, input.id);
      expect(answer.status).toBe(200);
      const id: string = answer.body.purchase_id;
      if (open?.status === 'open') return expect(id).toBe(open.id);
      expect(w.bought.map((each) => each.id)).not.toContain(id);
      const { credits, amount } = answer.body;
      const fresh = { id, user: one.user, pack: one.pack, credits, amount, intent: intentOf(answer) };
      w.bought.push({ ...fresh, status: 'open', withheld: [], clawbacks: 0 });
      return;
    }
    case 'pay':
      return of && act.pay(of.intent);
    case 'decline':
      return of && intent(of).status === 'requires_payment_method' ? act.decline(of.intent) : undefined;
    case 'wait':
      return of && intent(of).status === 'requires_payment_method' ? act.wait(of.intent) : undefined;
    case 'refund': {
      const left = of && chargeOf(of) ? of.amount - chargeOf(of)!.amount_refunded : 0;
      if (of && left > 0) act.refund(of.intent, Math.min(left, one.cents));
      return;
    }
    case 'dispute':
      if (of && chargeOf(of))
        w.disputes.push(act.dispute(of.intent, { amount: Math.min(of.amount, one.cents) }));
      return;
    case 'close': {
      const open = w.disputes.filter(
        (id) => shop.standIn.account.disputes.get(id)!.status === 'needs_response',
      );
      const id = pick(open, one.of);
      if (id) act.closeDispute(id, one.won ? 'won' : 'lost');
      return;
    }
    case 'deliver': {
      const event = pick(events.slice(w.from), one.event);
      if (!event) return;
      const about = event.data.object;
      const payment = about.object === 'payment_intent' ? about.id : about.payment_intent;
      if (one.fails) shop.standIn.fail('error');
      expect((await shop.webhook(event)).status).toBe(one.fails ? 502 : 200);
      if (!one.fails) looked(w, w.bought.find((each) => each.intent === payment)!);
      return;
    }
    case 'check': {
      if (!of) return;
      const fails = one.fails && isUndecided(of);
      if (fails) shop.standIn.fail('error');
      else if (isUndecided(of)) looked(w, of);
      const { body } = await shop.check(w.people[of.user]!, of.id);
      expect(body.status).toBe(fails ? 'processing' : of.status);
      expect(body.balance.credits).toBe(w.m.people[of.user]!.balance);
      return;
    }
    case 'spend': {
      const key = `vote:${w.people[one.user]!.id}:${w.step}`;
      const outcome = model.spend(w.m, { ...one, reference: key, key });
      const input = { user_id: w.people[one.user]!.id, amount: one.amount, kind: 'vote' as const, key };
      const spent = shop.c.db
        .transaction()
        .execute((tx) =>
          spend(tx, shop.c.engine, { ...input, reference: key, subject: null, now: shop.time.now }),
        );
      if (typeof outcome === 'object' && 'needed' in outcome)
        return expect(spent).rejects.toMatchObject({ code: 'not_enough_credits', details: outcome });
      expect((await spent).record.credits).toBe(w.m.people[one.user]!.balance);
      return;
    }
    case 'grant': {
      const key = `grant:${w.people[one.user]!.id}:${w.step}`;
      model.grant(w.m, { ...one, reference: key, key, purchase: false });
      const input = { user_id: w.people[one.user]!.id, amount: one.amount, kind: 'grant' as const, key };
      await shop.c.db
        .transaction()
        .execute((tx) =>
          grant(tx, shop.c.engine, { ...input, reference: key, subject: null, now: shop.time.now }),
        );
      return;
    }
    case 'adjust': {
      const [record] = (await call(shop, 'GET /credits', { token: w.people[one.user]!.token })).body;
      const body = { credits: one.amount };
      const answer = await call(shop, `PATCH /credits/${record.id}`, { token: admin.token, body });
      expect(answer.status).toBe(200);
      model.adjust(w.m, one.user, one.amount);
    }
  }
}

async function assertSameId(w: World, one?: Step): Promise<void> {
  const real = await Promise.all(w.people.map(shop.balance));
  expect(real, JSON.stringify(one)).toEqual(w.m.people.map(({ balance }) => balance));
}

async function mustHaveSettled(w: World): Promise<void> {
  for (const event of shop.standIn.events.slice(w.from)) expect((await shop.webhook(event)).status).toBe(200);
  for (const one of w.bought) {
    const paid = intent(one).status === 'succeeded';
    const withheld = paid ? Math.floor((one.credits * calledBack(one)) / one.amount) : 0;
    const row = await shop.purchase(one.id);
    expect(row).toMatchObject({ clawed_back: withheld, review_reason: null });
    expect(row.credited_at !== null).toBe(paid);
  }
  await shop.mustBeClean();
}

describe('random payment operations', () => {
  it('have the results and balances of the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
        const w = await newWorld();
        for (const one of steps) {
          await take(w, one);
          await assertSameId(w, one);
        }
        await mustHaveSettled(w);
      }),
      { numRuns: runs(30), includeErrorInReport: true },
    );
  }, 400_000);

  it('end the same if every event arrives at once, five times each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
        const w = await newWorld();
        for (const one of steps) if (one.do !== 'deliver' && one.do !== 'check') await take(w, one);
        const events = shop.standIn.events.slice(w.from);
        await Promise.all([
          ...Array.from({ length: 5 }, (_, i) => (i % 2 ? events.toReversed() : events))
            .flat()
            .map((event) => shop.webhook(event)),
          ...w.bought.map((one) => shop.check(w.people[one.user]!, one.id)),
        ]);
        await mustHaveSettled(w);
      }),
      // Races cannot be shrunk: a second run may behave differently.
      { numRuns: runs(15), endOnFailure: true, includeErrorInReport: true },
    );
  }, 400_000);
});
