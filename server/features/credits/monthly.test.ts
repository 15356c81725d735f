import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { expectCleanBalances } from '../../testing/ledger.ts';
import { findRow } from '../../testing/rows.ts';
import { PASSWORD, type Person, signUp } from '../../testing/server.ts';
import { changeTier, setTier } from '../accounts/accounts.ts';
import { clawBack } from './clawback.ts';
import { balanceOf, grant, grantMonthly, spend } from './credits.ts';
import { monthOf } from './monthly.ts';

const DAY = 86_400_000;

const s = serverOfFile();
afterEach(() => expectCleanBalances(s.c));

const balance = async (person: { id: string }) => (await balanceOf(s.c, person.id)).credits;
const stored = async (person: Person) => (await findRow(s.c, 'credits', { user_id: person.id })).credits;
const grants = async (person: Person) =>
  (
    await s.c.db
      .selectFrom('credit_entry')
      .where('user_id', '=', person.id)
      .where('kind', '=', 'grant')
      .orderBy('seq')
      .select('key')
      .execute()
  ).map(({ key }) => key.replace(`grant:${person.id}:`, ''));
const at = (date: string) => {
  s.time.now = Date.parse(date);
};

describe('a month of a plan', () => {
  const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  it.each([
    ['2026-06-10T15:00', '2026-06-10T15:00', '2026-06-10T15:00', '2026-07-10T15:00'],
    ['2026-06-10T15:00', '2026-07-10T14:59', '2026-06-10T15:00', '2026-07-10T15:00'],
    ['2026-06-10T15:00', '2026-07-10T15:00', '2026-07-10T15:00', '2026-08-10T15:00'],
    ['2026-01-31T00:00', '2026-02-27T23:59', '2026-01-31T00:00', '2026-02-28T00:00'],
    ['2026-01-31T00:00', '2026-02-28T00:00', '2026-02-28T00:00', '2026-03-31T00:00'],
    ['2026-01-31T23:59', '2028-02-29T23:59', '2028-02-29T23:59', '2028-03-31T23:59'],
    ['2026-12-31T23:59', '2027-01-30T00:00', '2026-12-31T23:59', '2027-01-31T23:59'],
    ['2026-06-10T15:00', '2026-06-01T00:00', '2026-06-10T15:00', '2026-07-10T15:00'],
  ])('of %s at %s is from %s to %s', (since, now, begins, ends) => {
    const month = monthOf(Date.parse(`${since}Z`), Date.parse(`${now}Z`));
    expect([minute(month.begins), minute(month.ends)]).toEqual([begins, ends]);
  });
});

describe('monthly credits', () => {
  it.each([
    ['free', 0],
    ['plus', 100],
    ['premium', 1000],
    ['platinum', 3000],
    ['admin', 0],
  ] as const)('of %s are %i', async (tier, amount) => {
    const person = await signUp(s, { tier });
    expect(await balance(person)).toBe(amount);
    s.time.now += 40 * DAY;
    expect(await balance(person)).toBe(2 * amount);
    await grantMonthly(s.c);
    expect(await balance(person)).toBe(2 * amount);
  });

  it.each(['GET /credits', 'POST /credits', 'GET /credits/history'] as const)(
    'come with %s, once a month',
    async (address) => {
      at('2026-06-10T15:00Z');
      const person = await signUp(s, { tier: 'plus' });
      const use = () =>
        call(s, address, { token: person.token, ...(address.startsWith('POST') && { body: {} }) });
      expect(await stored(person)).toBe(0);
      await Promise.all(Array.from({ length: 20 }, use));
      expect(await stored(person)).toBe(100);
      at('2026-07-10T14:59Z');
      await use();
      expect(await stored(person)).toBe(100);
      at('2026-07-10T15:00Z');
      await Promise.all(Array.from({ length: 20 }, use));
      expect(await stored(person)).toBe(200);
      expect(await grants(person)).toEqual(['plus:2026-06-10', 'plus:2026-07-10']);
      const { body } = await call(s, 'GET /credits/history', { token: person.token });
      expect(body[0]).toMatchObject({ kind: 'grant', amount: 100, subject: 'Plus plan, July 2026' });
    },
  );

  it('are granted by a spend, which can use them', async () => {
    const person = await signUp(s, { tier: 'plus' });
    const vote = () =>
      s.c.db.transaction().execute((tx) =>
        spend(tx, s.c.engine, {
          user_id: person.id,
          amount: 60,
          kind: 'vote',
          key: randomUUID(),
          reference: randomUUID(),
          subject: null,
          now: s.time.now,
        }),
      );
    expect((await vote()).record.credits).toBe(40);
    await expect(vote()).rejects.toMatchObject({ details: { needed: 20 } });
    s.time.now += 31 * DAY;
    expect((await vote()).record.credits).toBe(80);
  });

  it('are granted once by the daily job to inactive users, even from several servers', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, i) => signUp(s, { tier: i % 2 === 0 ? 'plus' : 'free' })),
    );
    await balance(people[0]!);
    await Promise.all([grantMonthly(s.c), grantMonthly(s.c), grantMonthly(s.c)]);
    expect(await Promise.all(people.map(stored))).toEqual(people.map((_, i) => (i % 2 === 0 ? 100 : 0)));
    s.time.now += 31 * DAY;
    await grantMonthly(s.c);
    await grantMonthly(s.c);
    expect(await Promise.all(people.map(stored))).toEqual(people.map((_, i) => (i % 2 === 0 ? 200 : 0)));
  });

  it('are not granted for missed months', async () => {
    at('2026-01-31T12:00Z');
    const person = await signUp(s, { tier: 'plus' });
    await balance(person);
    at('2026-06-15T12:00Z');
    expect(await balance(person)).toBe(200);
    expect(await grants(person)).toEqual(['plus:2026-01-31', 'plus:2026-05-31']);
  });

  it('are granted with a new plan, but not twice a month for leaving and rejoining it', async () => {
    at('2026-06-10T12:00Z');
    const person = await signUp(s);
    expect(await balance(person)).toBe(0);
    await setTier(s.c, person.id, 'plus');
    expect(await balance(person)).toBe(100);
    at('2026-06-20T12:00Z');
    await setTier(s.c, person.id, 'premium');
    expect(await balance(person)).toBe(1100);
    await setTier(s.c, person.id, 'plus');
    expect(await balance(person)).toBe(1100);
    at('2026-07-10T12:00Z');
    expect(await balance(person)).toBe(1100);
    at('2026-07-20T12:00Z');
    expect(await balance(person)).toBe(1200);
    await setTier(s.c, person.id, 'free');
    at('2026-08-20T12:00Z');
    expect(await balance(person)).toBe(1200);
    expect(await grants(person)).toEqual(['plus:2026-06-10', 'premium:2026-06-20', 'plus:2026-07-20']);
  });

  it('settle debts of a clawback', async () => {
    const person = await signUp(s);
    const cause = { user_id: person.id, reference: 'p', subject: 'Starter Pack', now: s.time.now };
    await s.c.db.transaction().execute(async (tx) => {
      await grant(tx, s.c.engine, { ...cause, amount: 130, kind: 'purchase', key: 'purchase:p' });
      await spend(tx, s.c.engine, { ...cause, amount: 130, kind: 'vote', key: 'v', reference: 'r' });
      await clawBack(tx, s.c.engine, { ...cause, amount: 130, key: 'clawback:p' });
    });
    await setTier(s.c, person.id, 'plus');
    expect(await balance(person)).toBe(0);
    s.time.now += 31 * DAY;
    expect(await balance(person)).toBe(70);
  });

  it('settle a debt first when they come with a vote, which may use only what is left', async () => {
    const person = await signUp(s);
    const cause = { user_id: person.id, reference: 'q', subject: 'Starter Pack', now: s.time.now };
    await s.c.db.transaction().execute(async (tx) => {
      await grant(tx, s.c.engine, { ...cause, amount: 95, kind: 'purchase', key: 'purchase:q' });
      await spend(tx, s.c.engine, { ...cause, amount: 95, kind: 'vote', key: 'w', reference: 'r' });
      await clawBack(tx, s.c.engine, { ...cause, amount: 95, key: 'clawback:q' });
    });
    await setTier(s.c, person.id, 'plus');
    const vote = (key: string, amount: number) =>
      s.c.db
        .transaction()
        .execute((tx) => spend(tx, s.c.engine, { ...cause, amount, kind: 'vote', key, reference: 'r' }));
    await expect(vote('x', 10)).rejects.toMatchObject({ details: { needed: 5 } });
    expect((await vote('y', 5)).record.credits).toBe(0);
  });

  it('are not granted to deleted accounts', async () => {
    const person = await signUp(s, { tier: 'plus' });
    await call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } });
    await grantMonthly(s.c);
    expect(await stored(person)).toBe(0);
  });
});

describe('a plan changed by a subscription', () => {
  it('keeps the sessions, tells the plan before, and fails for unknown and deleted users', async () => {
    const person = await signUp(s);
    const change = (id: string) => s.c.db.transaction().execute((tx) => changeTier(tx, s.c, id, 'premium'));
    expect(await change(person.id)).toBe('free');
    expect(await change(person.id)).toBe('premium');
    const { status, body } = await call(s, 'GET /credits', { token: person.token });
    expect(status).toBe(200);
    expect(body[0].credits).toBe(1000);
    await call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } });
    await expect(change(person.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(change(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});
