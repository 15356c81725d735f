import { randomUUID } from 'node:crypto';
import { runs } from 'contract/testing/runs.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { expectCleanBalances } from '../../testing/ledger.ts';
import { signUp } from '../../testing/server.ts';
import { clawBack, reverseClawback } from './clawback.ts';
import { grant, grantMonthly, reverse, type Spend, spend } from './credits.ts';
import type { Accepted } from './monthly.ts';
import { editRecord } from './records.ts';
import * as model from './testing/credit-model.ts';

/** Compares random interleavings of credit operations with a model without a database. */
const s = serverOfFile();
let admin: CurrentUser;
beforeAll(async () => {
  admin = { id: (await signUp(s, { tier: 'admin' })).id, plan_tier: 'admin' } as CurrentUser;
});

const user = fc.nat({ max: 1 });
const amount = fc.integer({ min: 1, max: 150 });
/** An index into the existing things, modulo their number. */
const which = fc.nat({ max: 50 });
/** Few keys and references, so that they repeat. */
const spending = fc.record({ user, amount, reference: fc.nat({ max: 2 }), key: fc.nat({ max: 15 }) });
const named = <N extends string, F>(name: N, fields: { [K in keyof F]: fc.Arbitrary<F[K]> }) =>
  fc.record<F>(fields).map((all) => ({ do: name, ...all }));
/** Debts are created and settled often, because their rules are the hardest. */
const step = fc.oneof(
  { weight: 4, arbitrary: named('spend', { input: spending }) },
  { weight: 4, arbitrary: named('purchase', { user, amount, key: fc.nat({ max: 8 }) }) },
  { weight: 1, arbitrary: named('grant', { user, amount, key: fc.nat({ max: 8 }) }) },
  { weight: 3, arbitrary: named('adjust', { user, amount: fc.nat({ max: 60 }) }) },
  { weight: 2, arbitrary: named('reverse', { reference: fc.nat({ max: 2 }) }) },
  { weight: 5, arbitrary: named('clawBack', { of: which, amount, key: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: named('reverseClawback', { of: which }) },
  { weight: 1, arbitrary: named('month', {}) },
  { weight: 1, arbitrary: named('job', {}) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Each run has its own people, keys and references. */
interface World {
  run: string;
  ids: string[];
  records: string[];
  purchases: { user: number; reference: string }[];
  clawbacks: string[];
}
async function newWorld(): Promise<World> {
  // SQLite runs synchronously; let timers run.
  await new Promise(setImmediate);
  const people = [await signUp(s), await signUp(s, { tier: 'plus' })];
  const ids = people.map(({ id }) => id);
  const rows = await s.c.db
    .selectFrom('credits')
    .where('user_id', 'in', ids)
    .select(['id', 'user_id'])
    .execute();
  const records = ids.map((id) => rows.find((row) => row.user_id === id)!.id);
  return { run: randomUUID(), ids, records, purchases: [], clawbacks: [] };
}
const inTx = <T>(work: (tx: Tx) => Promise<T>) => s.c.db.transaction().execute(work);
const common = () => ({ subject: null, now: s.time.now });

/** The key contains everything about a spend, so the same key is always the same spend. */
function spendOf(w: World, input: { user: number; amount: number; reference: number; key: number }): Spend {
  const { user, amount, reference, key } = input;
  return {
    user_id: w.ids[user]!,
    amount,
    kind: 'vote',
    key: `vote:${w.run}:${user}:${amount}:${reference}:${key}`,
    reference: `${w.run}:request:${reference}`,
    ...common(),
  };
}

async function really(w: World, one: Step): Promise<unknown> {
  const { engine } = s.c;
  switch (one.do) {
    case 'spend':
      return inTx((tx) => spend(tx, engine, spendOf(w, one.input))).then(toOutcome, (problem) => {
        if (problem.code !== 'not_enough_credits') throw problem;
        return problem.details;
      });
    case 'purchase':
    case 'grant': {
      const key = `${one.do}:${w.run}:${one.user}:${one.amount}:${one.key}`;
      const input = { user_id: w.ids[one.user]!, amount: one.amount, kind: one.do, key, reference: key };
      const moved = await inTx((tx) => grant(tx, engine, { ...input, ...common() }));
      if (one.do === 'purchase' && !moved.repeated) w.purchases.push({ user: one.user, reference: key });
      return toOutcome(moved);
    }
    case 'adjust': {
      const record = await editRecord(s.c, admin, w.records[one.user]!, { credits: one.amount });
      return { balance: record.credits };
    }
    case 'reverse': {
      const reference = `${w.run}:request:${one.reference}`;
      return (await inTx((tx) => reverse(tx, engine, { references: [reference], now: s.time.now }))).credits;
    }
    case 'clawBack': {
      const purchase = w.purchases[one.of % w.purchases.length];
      if (!purchase) return undefined;
      const key = `clawback:${purchase.reference}:${one.key}`;
      const of = { user_id: w.ids[purchase.user]!, reference: purchase.reference, key };
      const outcome = await inTx((tx) => clawBack(tx, engine, { ...of, amount: one.amount, ...common() }));
      if (!outcome.repeated) w.clawbacks.push(key);
      return outcome;
    }
    case 'reverseClawback': {
      const key = w.clawbacks[one.of % w.clawbacks.length] ?? 'never was';
      return (await inTx((tx) => reverseClawback(tx, engine, { key, now: s.time.now }))).credits;
    }
    case 'month':
      s.time.now += 31 * 86_400_000;
      return undefined;
    case 'job':
      return grantMonthly(s.c);
  }
}

function toOutcome(one: Accepted) {
  return one.repeated ? 'repeated' : { balance: one.record.credits };
}

function modelled(w: World, m: model.Model, one: Step): unknown {
  const spends = (input: { user: number; amount: number; reference: number; key: number }) => {
    const { key, reference } = spendOf(w, input);
    return model.spend(m, { ...input, key, reference });
  };
  switch (one.do) {
    case 'spend': {
      const before = structuredClone(m);
      model.touch(m, one.input.user);
      const outcome = spends(one.input);
      // A refused spend rolls back its transaction, including the monthly credits granted in it.
      if (typeof outcome === 'object' && 'needed' in outcome) Object.assign(m, before);
      return outcome;
    }
    case 'purchase':
    case 'grant': {
      const key = `${one.do}:${w.run}:${one.user}:${one.amount}:${one.key}`;
      return model.grant(m, { ...one, key, reference: key, purchase: one.do === 'purchase' });
    }
    case 'adjust':
      model.adjust(m, one.user, one.amount);
      return { balance: one.amount };
    case 'reverse':
      return model.reverse(m, `${w.run}:request:${one.reference}`);
    case 'clawBack': {
      const purchase = m.purchases[one.of % m.purchases.length];
      const key = `clawback:${purchase?.reference}:${one.key}`;
      return purchase && model.clawBack(m, purchase, { amount: one.amount, key });
    }
    case 'reverseClawback':
      return model.reverseClawback(m, m.clawbacks[one.of % m.clawbacks.length]?.key ?? 'never was');
    case 'month':
      return model.monthPasses(m);
    case 'job':
      for (const i of m.people.keys()) model.touch(m, i);
      return undefined;
  }
}

const balances = async (w: World) => {
  const rows = await s.c.db
    .selectFrom('credits')
    .where('user_id', 'in', w.ids)
    .select(['user_id', 'credits'])
    .execute();
  return w.ids.map((id) => rows.find((row) => row.user_id === id)!.credits);
};

describe('random credit operations', () => {
  it('have the results and balances of the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
        const w = await newWorld();
        const m = model.newModel([false, true]);
        for (const one of steps) {
          s.time.now += 1;
          const answer = await really(w, one);
          expect(answer, JSON.stringify(one)).toEqual(modelled(w, m, one));
          expect(await balances(w), JSON.stringify(one)).toEqual(m.people.map(({ balance }) => balance));
        }
      }),
      { numRuns: runs(60), includeErrorInReport: true },
    );
    await expectCleanBalances(s.c);
  }, 240_000);

  it('run concurrently without failures or losses and leave a clean ledger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
        const w = await newWorld();
        for (let i = 0; i < steps.length; i += 12) {
          s.time.now += 1;
          await Promise.all(steps.slice(i, i + 12).map((one) => really(w, one)));
        }
        await expectCleanBalances(s.c);
      }),
      // Races cannot be shrunk: a second run may behave differently.
      { numRuns: runs(25), endOnFailure: true, includeErrorInReport: true },
    );
  }, 240_000);
});
