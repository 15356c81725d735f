import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/schema.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { expectCleanBalances } from '../../testing/ledger.ts';
import { findRow } from '../../testing/rows.ts';
import { signUp } from '../../testing/server.ts';
import { clawBack, reverseClawback } from './clawback.ts';
import { grant, reverse, type Spend, spend } from './credits.ts';

/** Concurrent operations: on PostgreSQL over twenty connections, on SQLite one after another. */
const s = serverOfFile();
afterEach(() => expectCleanBalances(s.c));

/** A slow machine refuses transactions that waited too long; nothing happened then, so they run again. */
const inTx = <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
  s.c.db
    .transaction()
    .execute(run)
    .catch((error) => {
      if (error.code === 'unavailable') return inTx(run);
      throw error;
    });
const concurrently = <T>(count: number, run: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)));
const entries = (user_id: string) =>
  s.c.db.selectFrom('credit_entry').where('user_id', '=', user_id).orderBy('seq').selectAll().execute();
const balance = async (user_id: string) => (await findRow(s.c, 'credits', { user_id })).credits;
async function holder(amount: number): Promise<string> {
  const { id } = await signUp(s);
  const cause = { user_id: id, key: `purchase:${id}`, reference: id, subject: null, now: s.time.now };
  if (amount > 0) await inTx((tx) => grant(tx, s.c.engine, { ...cause, kind: 'purchase', amount }));
  return id;
}
const vote = (user_id: string, key: string = randomUUID(), reference = 'a request'): Spend => ({
  user_id,
  amount: 10,
  kind: 'vote',
  key,
  reference,
  subject: null,
  now: s.time.now,
});

it('exactly 700 of 1,000 spends succeed with a balance for 700', async () => {
  const user_id = await holder(7000);
  const answers = await concurrently(1000, () =>
    inTx((tx) => spend(tx, s.c.engine, vote(user_id))).then(
      () => 'taken',
      (problem) => problem.code,
    ),
  );
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(700);
  expect(answers.filter((answer) => answer === 'not_enough_credits')).toHaveLength(300);
  expect(await balance(user_id)).toBe(0);
  expect(await entries(user_id)).toHaveLength(701);
});

it('spends of many people succeed exactly as far as balances allow', async () => {
  const people = await Promise.all([1005, 500, 0, 2000].map(holder));
  const accepted = new Map<string, number>();
  await concurrently(1000, async (i) => {
    const user_id = people[i % 4]!;
    await inTx((tx) => spend(tx, s.c.engine, vote(user_id))).then(
      () => accepted.set(user_id, (accepted.get(user_id) ?? 0) + 1),
      (problem) => expect(problem.code).toBe('not_enough_credits'),
    );
  });
  expect(people.map((id) => accepted.get(id) ?? 0)).toEqual([100, 50, 0, 200]);
  expect(await Promise.all(people.map(balance))).toEqual([5, 0, 0, 0]);
});

it('one key takes credits once for concurrent callers, and all of them succeed', async () => {
  const user_id = await holder(1000);
  const input = vote(user_id);
  const answers = await concurrently(200, () => inTx((tx) => spend(tx, s.c.engine, input)));
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(await balance(user_id)).toBe(990);
});

it('a grant, a reversal, a clawback and its reversal each happen once', async () => {
  const [user_id, other] = [await holder(1000), await holder(1000)];
  const cause = { user_id, reference: 'a pack', subject: null, now: s.time.now };
  const pack = { ...cause, kind: 'purchase', amount: 500, key: 'purchase:pack' } as const;
  const granted = await concurrently(100, () => inTx((tx) => grant(tx, s.c.engine, pack)));
  expect(granted.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(await balance(user_id)).toBe(1500);

  await concurrently(60, (i) =>
    inTx((tx) => spend(tx, s.c.engine, vote(i % 2 ? user_id : other, undefined, 'declined'))),
  );
  const reversed = await concurrently(40, () =>
    inTx((tx) => reverse(tx, s.c.engine, { references: ['declined'], now: s.time.now })),
  );
  expect(reversed.reduce((sum, { credits }) => sum + credits, 0)).toBe(600);
  expect([await balance(user_id), await balance(other)]).toEqual([1500, 1000]);

  const clawed = await concurrently(60, (i) =>
    inTx((tx) =>
      clawBack(tx, s.c.engine, { ...cause, amount: 500, key: `clawback:${i % 2 ? 'refund' : 'dispute'}` }),
    ),
  );
  expect(clawed.reduce((sum, { taken }) => sum + taken, 0)).toBe(500);
  expect(await balance(user_id)).toBe(1000);
  const back = await concurrently(60, (i) =>
    inTx((tx) =>
      reverseClawback(tx, s.c.engine, { key: `clawback:${i % 2 ? 'refund' : 'dispute'}`, now: s.time.now }),
    ),
  );
  expect(back.reduce((sum, { credits }) => sum + credits, 0)).toBe(500);
  expect(await balance(user_id)).toBe(1500);
});

it('thousands of votes by hundreds of people for one request are reversed', async () => {
  const people = await concurrently(200, () => holder(150));
  const inputs = people.flatMap((id) => Array.from({ length: 15 }, () => vote(id, undefined, 'a loved one')));
  await inTx(async (tx) => {
    for (const input of inputs) await spend(tx, s.c.engine, input);
  });
  expect(new Set(await Promise.all(people.map(balance)))).toEqual(new Set([0]));
  const outcome = await inTx((tx) =>
    reverse(tx, s.c.engine, { references: ['a loved one'], now: s.time.now }),
  );
  expect(outcome).toEqual({ credits: 30_000, people: 200 });
  expect(new Set(await Promise.all(people.map(balance)))).toEqual(new Set([150]));
});
