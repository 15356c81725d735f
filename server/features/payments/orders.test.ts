import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { PASSWORD, type Person, signUp } from '../../testing/server.ts';
import { intentOf, shopOfFile } from './testing/shop.ts';
import type { StripeEvent } from './testing/stand-in.ts';

const shop = shopOfFile();
afterEach(() => shop.mustBeClean());

const permutations = <T>(all: T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]));

interface Bought {
  person: Person;
  purchase: string;
  intent: string;
}
async function bought(): Promise<Bought> {
  const person = await signUp(shop);
  const answer = await shop.buy(person);
  return { person, purchase: answer.body.purchase_id, intent: intentOf(answer) };
}

/** Successive changes of a payment, each with its event. */
const story = ({ intent }: Bought): (() => StripeEvent)[] => {
  const { act, events } = shop.standIn;
  let dispute = '';
  const happens = (what: () => void) => () => {
    what();
    return events.at(-1)!;
  };
  return [
    happens(() => act.pay(intent)),
    happens(() => act.refund(intent, 333)),
    happens(() => {
      dispute = act.dispute(intent, { amount: 666 });
    }),
    happens(() => act.closeDispute(dispute, 'won')),
  ];
};

/** 333 of 999 cents were refunded: 166.67 of 500 credits, rounded in the customer's favor. */
const LEFT = 500 - 166;

async function mustHaveEnded({ person, purchase }: Bought): Promise<void> {
  expect(await shop.balance(person)).toBe(LEFT);
  expect(await shop.purchase(purchase)).toMatchObject({
    status: 'succeeded',
    clawed_back: 166,
    review_reason: null,
  });
  const purchases = (await shop.ledger(person)).filter((entry) => entry.startsWith('purchase'));
  expect(purchases).toEqual(['purchase 500']);
}

describe('paid, partly refunded, disputed, won', () => {
  it('ends the same in every order of the four events, each sent three times, with concurrent checks', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const one = await bought();
      const events = story(one).map((happens) => happens());
      for (const i of order)
        await Promise.all([
          shop.webhook(events[i]!),
          shop.check(one.person, one.purchase),
          shop.webhook(events[i]!),
          shop.webhook(events[i]!),
        ]);
      await mustHaveEnded(one);
    }
  });

  it('ends the same if all events arrive at once', async () => {
    const one = await bought();
    const events = story(one).map((happens) => happens());
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 5 === 4 ? shop.check(one.person, one.purchase) : shop.webhook(events[(i * 7) % 4]!),
      ),
    );
    await mustHaveEnded(one);
    expect(await shop.ledger(one.person)).toEqual(['purchase 500', 'clawback -166']);
  });

  it('ends the same in every order if changes happen while earlier events still arrive', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const one = await bought();
      const events: StripeEvent[] = [];
      const under: Promise<unknown>[] = [];
      for (const happens of story(one)) {
        events.push(happens());
        // Not awaited: they race the next change.
        for (const i of order) if (events[i]) under.push(shop.webhook(events[i]));
        under.push(shop.check(one.person, one.purchase));
        await new Promise(setImmediate);
      }
      await Promise.all(under);
      await mustHaveEnded(one);
    }
  });
});

describe('every state of a payment is synced', () => {
  it('a refund claws back its share, rounded in favor of the customer', async () => {
    const one = await bought();
    shop.standIn.act.pay(one.intent);
    await shop.deliverAll();
    for (const [cents, left] of [
      [1, 500],
      [1, 499],
      [497, 251],
      [500, 0],
    ] as const) {
      shop.standIn.act.refund(one.intent, cents);
      await shop.deliverAll();
      expect(await shop.balance(one.person)).toBe(left);
    }
    expect(await shop.purchase(one.purchase)).toMatchObject({ status: 'refunded', clawed_back: 500 });
    shop.standIn.act.failRefund(one.intent, 500);
    await shop.deliverAll();
    expect(await shop.balance(one.person)).toBe(251);
    expect(await shop.purchase(one.purchase)).toMatchObject({ status: 'succeeded', clawed_back: 249 });
  });

  it('a refund after the account was deleted leaves the ledger clean and nothing to do', async () => {
    const one = await bought();
    shop.standIn.act.pay(one.intent);
    await shop.deliverAll();
    await call(shop, 'DELETE /auth/me', { token: one.person.token, body: { password: PASSWORD } });
    shop.standIn.act.refund(one.intent);
    await shop.deliverAll();
    await shop.mustBeClean();
    expect(await shop.purchase(one.purchase)).toMatchObject({
      status: 'refunded',
      clawed_back: 500,
      review_reason: null,
    });
    expect(await shop.ledger(one.person)).toEqual(['purchase 500', 'clawback -500']);
  });

  it('a dispute claws everything back, and only winning it returns the credits', async () => {
    for (const [end, left, status] of [
      ['won', 500, 'succeeded'],
      ['lost', 0, 'refunded'],
    ] as const) {
      const one = await bought();
      shop.standIn.act.pay(one.intent);
      await shop.deliverAll();
      const dispute = shop.standIn.act.dispute(one.intent);
      await shop.deliverAll();
      expect(await shop.balance(one.person)).toBe(0);
      shop.standIn.act.closeDispute(dispute, end);
      await shop.deliverAll();
      expect(await shop.balance(one.person)).toBe(left);
      expect(await shop.purchase(one.purchase)).toMatchObject({ status });
    }
  });

  it('an early warning of a bank claws back nothing', async () => {
    const one = await bought();
    shop.standIn.act.pay(one.intent);
    const dispute = shop.standIn.act.dispute(one.intent, { status: 'warning_needs_response' });
    await shop.deliverAll();
    expect(await shop.balance(one.person)).toBe(500);
    shop.standIn.act.closeDispute(dispute, 'warning_closed');
    await shop.deliverAll();
    expect(await shop.ledger(one.person)).toEqual(['purchase 500']);
  });

  it('a payment that was refunded before the first sync is credited and clawed back', async () => {
    const one = await bought();
    shop.standIn.act.pay(one.intent);
    shop.standIn.act.refund(one.intent);
    expect((await shop.check(one.person, one.purchase)).body).toMatchObject({
      status: 'refunded',
      balance: { credits: 0 },
    });
    expect(await shop.ledger(one.person)).toEqual(['purchase 500', 'clawback -500']);
  });

  it('a refund and a dispute together claw back no more than was paid', async () => {
    const one = await bought();
    shop.standIn.act.pay(one.intent);
    await shop.deliverAll();
    shop.standIn.act.refund(one.intent, 500);
    shop.standIn.act.dispute(one.intent);
    await shop.deliverAll();
    expect(await shop.balance(one.person)).toBe(0);
    expect(await shop.purchase(one.purchase)).toMatchObject({ status: 'refunded', clawed_back: 500 });
  });

  it('an older sync that finishes later does not overwrite a newer one', async () => {
    const one = await bought();
    shop.standIn.act.pay(one.intent);
    await shop.deliverAll();
    const dispute = shop.standIn.act.dispute(one.intent);
    const disputed = shop.standIn.events.at(-1)!;
    const real = shop.c.payments!.findPayment;
    let goOn = () => {};
    const delayed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let seen = () => {};
    const hasSeen = new Promise<void>((resolve) => {
      seen = resolve;
    });
    shop.c.payments!.findPayment = async (id) => {
      shop.c.payments!.findPayment = real;
      const payment = await real(id);
      seen();
      await delayed;
      return payment;
    };
    const late = shop.webhook(disputed);
    await hasSeen;
    shop.standIn.act.closeDispute(dispute, 'won');
    await shop.deliverAll();
    goOn();
    expect((await late).status).toBe(200);
    expect(await shop.balance(one.person)).toBe(500);
    expect(await shop.ledger(one.person)).toEqual(['purchase 500']);
  });
});
