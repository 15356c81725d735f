import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/schema.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { expectCleanBalances } from '../../testing/ledger.ts';
import { signUp } from '../../testing/server.ts';
import { adjust } from './balance.ts';
import { clawBack, reverseClawback } from './clawback.ts';
import { type Grant, grant, reverse, type Spend, spend } from './credits.ts';

const s = serverOfFile();
afterEach(() => expectCleanBalances(s.c));

const inTx = <T>(run: (tx: Tx) => Promise<T>) => s.c.db.transaction().execute(run);
const defaults = () => ({ key: randomUUID(), reference: randomUUID(), subject: null, now: s.time.now });
type Input<C> = Partial<C> & { user_id: string; amount: number };
const spends = (input: Input<Spend>): Spend => ({ kind: 'vote', ...defaults(), ...input });
const give = (input: Input<Grant>) =>
  inTx((tx) => grant(tx, s.c.engine, { kind: 'grant', ...defaults(), ...input }));
const take = (input: Input<Spend>) => inTx((tx) => spend(tx, s.c.engine, spends(input)));
const entriesOf = (user_id: string) =>
  s.c.db.selectFrom('credit_entry').where('user_id', '=', user_id).orderBy('seq').selectAll().execute();
const balanceOf = async (user_id: string) =>
  (await s.c.db.selectFrom('credits').where('user_id', '=', user_id).select('credits').executeTakeFirst())
    ?.credits;
/** A user on the free plan with this many credits. */
async function holder(amount: number): Promise<string> {
  const { id } = await signUp(s);
  if (amount > 0) await give({ user_id: id, amount });
  return id;
}

describe('spending', () => {
  it('takes credits and records the cause', async () => {
    const user_id = await holder(25);
    const now = s.time.now + 5;
    const input = spends({ user_id, amount: 10, subject: 'A song', now });
    const { record, repeated } = await take(input);
    expect(repeated).toBe(false);
    expect(record).toMatchObject({ user_id, credits: 15, last_spend: now, last_refilled: s.time.now });
    expect(record.credits_id).toBe(record.id);
    expect((await entriesOf(user_id)).at(-1)).toMatchObject({
      kind: 'vote',
      amount: -10,
      balance: 15,
      key: input.key,
      reference: input.reference,
      subject: 'A song',
      created_at: now,
    });
  });

  it('refuses more than the balance, reports how many credits are missing and changes nothing', async () => {
    const user_id = await holder(15);
    await expect(take({ user_id, amount: 200 })).rejects.toMatchObject({
      code: 'not_enough_credits',
      status: 402,
      details: { needed: 185 },
    });
    expect(await balanceOf(user_id)).toBe(15);
    expect(await entriesOf(user_id)).toHaveLength(1);
    await take({ user_id, amount: 15 });
    expect(await balanceOf(user_id)).toBe(0);
  });

  it('takes credits once per key and reports a repeat', async () => {
    const user_id = await holder(15);
    const input = spends({ user_id, amount: 10 });
    await take(input);
    expect(await take(input)).toMatchObject({ repeated: true, record: { credits: 5 } });
    expect(await balanceOf(user_id)).toBe(5);
    for (const other of [{ amount: 5 }, { reference: 'another' }, { kind: 'request' as const }])
      await expect(take({ ...input, ...other })).rejects.toMatchObject({ code: 'conflict' });
    await expect(take({ ...input, user_id: await holder(10) })).rejects.toMatchObject({ code: 'conflict' });
    expect(await balanceOf(user_id)).toBe(5);
  });

  it('is rolled back with its transaction', async () => {
    const user_id = await holder(10);
    await expect(
      inTx(async (tx) => {
        await spend(tx, s.c.engine, spends({ user_id, amount: 10 }));
        throw new Error('what it paid for failed');
      }),
    ).rejects.toThrow('what it paid for failed');
    expect(await balanceOf(user_id)).toBe(10);
  });

  it('creates a missing balance with 0 credits', async () => {
    const { id } = await signUp(s);
    await s.c.db.deleteFrom('credits').where('user_id', '=', id).execute();
    await expect(take({ user_id: id, amount: 10 })).rejects.toMatchObject({ details: { needed: 10 } });
    await give({ user_id: id, amount: 10 });
    expect(await balanceOf(id)).toBe(10);
  });

  it.each([0, -10, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s credits', async (amount) => {
    const user_id = await holder(10);
    await expect(take({ user_id, amount })).rejects.toThrow(RangeError);
    await expect(give({ user_id, amount })).rejects.toThrow(RangeError);
    expect(await balanceOf(user_id)).toBe(10);
  });
});

describe('granting', () => {
  it('adds credits once per key', async () => {
    const user_id = await holder(0);
    const input = { user_id, amount: 500, kind: 'purchase' as const, key: randomUUID(), reference: 'p' };
    expect(await give(input)).toMatchObject({ repeated: false, record: { credits: 500, last_spend: null } });
    expect(await give(input)).toMatchObject({ repeated: true, record: { credits: 500 } });
    expect(await entriesOf(user_id)).toHaveLength(1);
  });
});

describe('reversing', () => {
  it('returns everything spent on a reference once', async () => {
    const [one, two, reference] = [await holder(300), await holder(20), randomUUID()];
    await take({ user_id: one, amount: 200, kind: 'request', reference, subject: 'A song' });
    for (const user_id of [one, two, two]) await take({ user_id, amount: 10, reference });
    await take({ user_id: one, amount: 10 });
    const undo = () => inTx((tx) => reverse(tx, s.c.engine, { references: [reference], now: s.time.now }));
    expect(await undo()).toEqual({ credits: 230, people: 2 });
    expect(await undo()).toEqual({ credits: 0, people: 0 });
    expect([await balanceOf(one), await balanceOf(two)]).toEqual([290, 20]);
    expect((await entriesOf(one)).at(-2)).toMatchObject({
      kind: 'reversal',
      amount: 200,
      reference,
      subject: 'A song',
    });
  });
});

describe('an adjustment', () => {
  it('takes at most what is there, and says how much is missing', async () => {
    const user_id = await holder(50);
    const by = (amount: number) =>
      inTx((tx) => adjust(tx, s.c, { user_id, by: amount, reference: 'operator', reason: ' A gift ' }));
    await expect(by(-60)).rejects.toMatchObject({ code: 'not_enough_credits', details: { needed: 10 } });
    expect((await by(-50)).credits).toBe(0);
    expect((await by(0)).credits).toBe(0);
    expect((await by(5)).credits).toBe(5);
    expect(await entriesOf(user_id)).toMatchObject([
      { amount: 50 },
      { kind: 'adjustment', amount: -50, reference: 'operator', subject: 'A gift' },
      { kind: 'adjustment', amount: 5 },
    ]);
  });
});

describe('clawing back', () => {
  const bought = async (amount: number) => {
    const user_id = await holder(0);
    const reference = randomUUID();
    await give({ user_id, amount, kind: 'purchase', reference });
    return { user_id, reference };
  };
  const claw = (of: { user_id: string; reference: string }, amount: number, key: string = randomUUID()) =>
    inTx((tx) => clawBack(tx, s.c.engine, { ...of, amount, key, subject: 'Starter Pack', now: s.time.now }));
  /** Purchases of 100 and 50 credits by one user, who has spent both, and keys for their clawbacks. */
  const spentTwo = async () => {
    const first = await bought(100);
    const { user_id } = first;
    const second = { user_id, reference: randomUUID() };
    await give({ ...second, amount: 50, kind: 'purchase' });
    await take({ user_id, amount: 150 });
    return { first, second, user_id, one: randomUUID(), two: randomUUID() };
  };
  const undo = (key: string) => inTx((tx) => reverseClawback(tx, s.c.engine, { key, now: s.time.now }));

  it('takes what the balance has, once', async () => {
    const purchase = await bought(100);
    const key = randomUUID();
    expect(await claw(purchase, 100, key)).toEqual({ taken: 100, owed: 0, repeated: false });
    await give({ user_id: purchase.user_id, amount: 40 });
    expect(await claw(purchase, 100, key)).toEqual({ taken: 0, owed: 0, repeated: true });
    expect(await balanceOf(purchase.user_id)).toBe(40);
  });

  it('settles the rest from later income, even if it is repeated before that', async () => {
    const purchase = await bought(100);
    const { user_id } = purchase;
    await take({ user_id, amount: 100 });
    const key = randomUUID();
    expect(await claw(purchase, 100, key)).toEqual({ taken: 0, owed: 100, repeated: false });
    expect(await claw(purchase, 100, key)).toEqual({ taken: 0, owed: 100, repeated: true });
    expect(await give({ user_id, amount: 30 })).toMatchObject({ record: { credits: 0 } });
    expect(await claw(purchase, 100, key)).toEqual({ taken: 0, owed: 70, repeated: true });
    expect(await give({ user_id, amount: 100 })).toMatchObject({ record: { credits: 30 } });
    expect(await give({ user_id, amount: 5 })).toMatchObject({ record: { credits: 35 } });
    expect((await entriesOf(user_id)).map((entry) => entry.amount)).toEqual([
      100, -100, 30, -30, 100, -70, 5,
    ]);
  });

  it('never takes more than was given', async () => {
    const purchase = await bought(100);
    await give({ user_id: purchase.user_id, amount: 500 });
    expect(await claw(purchase, 60)).toMatchObject({ taken: 60 });
    expect(await claw(purchase, 60)).toMatchObject({ taken: 40 });
    expect(await claw(purchase, 60)).toMatchObject({ taken: 0, owed: 0 });
    expect(await balanceOf(purchase.user_id)).toBe(500);
  });

  it('records nothing for a purchase that gave nothing, so that it works once it has', async () => {
    const user_id = await holder(50);
    const [reference, key] = [randomUUID(), randomUUID()];
    expect(await claw({ user_id, reference }, 100, key)).toEqual({ taken: 0, owed: 0, repeated: false });
    await give({ user_id, amount: 100, kind: 'purchase', reference });
    expect(await claw({ user_id, reference }, 100, key)).toEqual({ taken: 100, owed: 0, repeated: false });
  });

  it('returns what it took once when a dispute is won, and cancels the debt', async () => {
    const purchase = await bought(100);
    const { user_id } = purchase;
    await take({ user_id, amount: 70 });
    const key = randomUUID();
    expect(await claw(purchase, 100, key)).toMatchObject({ taken: 30, owed: 70 });
    await give({ user_id, amount: 20 });
    expect(await undo(key)).toEqual({ credits: 50 });
    expect(await undo(key)).toEqual({ credits: 0 });
    expect(await balanceOf(user_id)).toBe(50);
    await give({ user_id, amount: 20 });
    expect(await balanceOf(user_id)).toBe(70);
    expect(await claw(purchase, 100, key)).toMatchObject({ taken: 0, repeated: true });
    expect(await claw(purchase, 100)).toMatchObject({ taken: 70, owed: 30 });
    expect(await undo('never was')).toEqual({ credits: 0 });
  });

  it('keeps what is owed for two purchases apart', async () => {
    const { first, second, user_id, one, two } = await spentTwo();
    expect(await claw(first, 100, one)).toMatchObject({ owed: 100 });
    s.time.now += 1;
    expect(await claw(second, 50, two)).toMatchObject({ owed: 50 });
    // The older debt is settled first.
    expect(await give({ user_id, amount: 120 })).toMatchObject({ record: { credits: 0 } });
    expect(await claw(first, 100, one)).toEqual({ taken: 0, owed: 0, repeated: true });
    expect(await claw(second, 50, two)).toEqual({ taken: 0, owed: 30, repeated: true });
    // Undoing the second returns the 20 that settled it and settles nothing else.
    expect(await undo(two)).toEqual({ credits: 20 });
    expect(await balanceOf(user_id)).toBe(20);
    expect(await undo(one)).toEqual({ credits: 100 });
    expect(await balanceOf(user_id)).toBe(120);
  });

  it('of one purchase leaves the debt of another when it is undone', async () => {
    const { first, second, user_id, one, two } = await spentTwo();
    await claw(first, 100, one);
    s.time.now += 1;
    await claw(second, 50, two);
    await give({ user_id, amount: 60 });
    // The 60 that settled the first come back, and settle the second.
    expect(await undo(one)).toEqual({ credits: 60 });
    expect(await balanceOf(user_id)).toBe(10);
    expect(await claw(second, 50, two)).toEqual({ taken: 0, owed: 0, repeated: true });
  });

  it('refuses a key of another purchase or person, and what is not a number of credits', async () => {
    const [purchase, other] = [await bought(100), await bought(100)];
    const key = randomUUID();
    await claw(purchase, 10, key);
    for (const of of [
      other,
      { ...purchase, reference: randomUUID() },
      { ...other, reference: purchase.reference },
    ])
      await expect(claw(of, 10, key)).rejects.toMatchObject({ code: 'conflict' });
    for (const amount of [0, -10, 0.5, Number.NaN]) await expect(claw(purchase, amount)).rejects.toThrow();
    expect([await balanceOf(purchase.user_id), await balanceOf(other.user_id)]).toEqual([90, 100]);
  });
});
