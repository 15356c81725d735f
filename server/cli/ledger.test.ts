import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clawBack } from '../features/credits/clawback.ts';
import { creditChecks, grant, reverse, spend } from '../features/credits/credits.ts';
import { call } from '../testing/calls.ts';
import { serverOfFile } from '../testing/hooks.ts';
import { member } from '../testing/requests.ts';
import { signUp, testServer } from '../testing/server.ts';
import { checkedLedger, checkLedger, LedgerBroken } from './credits.ts';

const s = serverOfFile();
let user_id: string;
beforeAll(async () => {
  const other = (await signUp(s)).id;
  user_id = (await signUp(s)).id;
  const cause = { user_id, subject: null, now: s.time.now };
  await s.c.db.transaction().execute(async (tx) => {
    const { engine } = s.c;
    const bought = { kind: 'purchase', reference: 'p' } as const;
    await grant(tx, engine, { ...cause, ...bought, amount: 500, key: 'purchase:p' });
    await grant(tx, engine, {
      ...cause,
      ...bought,
      user_id: other,
      amount: 50,
      reference: 'q',
      key: 'purchase:q',
    });
    await spend(tx, engine, { ...cause, kind: 'vote', amount: 10, reference: 'r', key: 'vote:1' });
    await spend(tx, engine, { ...cause, kind: 'vote', amount: 10, reference: 't', key: 'vote:2' });
    await reverse(tx, engine, { references: ['r'], now: s.time.now });
    await clawBack(tx, engine, { ...cause, amount: 100, reference: 'p', key: 'clawback:p' });
  });
});

class Undo extends Error {}

/** Returns the check's findings after statements that no program of ours would run; all is undone again. */
async function foundAfter(...statements: string[]): Promise<string[]> {
  let names: string[] = [];
  const run = s.c.db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
    names = (await checkLedger(tx, creditChecks)).findings.map(({ name }) => name);
    throw new Undo();
  });
  await expect(run).rejects.toBeInstanceOf(Undo);
  return names;
}

const entry = (columns: { kind: string; amount: number; balance: number; key: string; reference: string }) =>
  `insert into credit_entry (id, user_id, kind, amount, balance, key, reference, created_at) values
    ('${randomUUID()}', (select user_id from credits where credits = 390), '${columns.kind}', ${columns.amount}, ${columns.balance}, '${columns.key}',
    '${columns.reference}', 1)`;

describe('the check of the ledger', () => {
  it('finds nothing in a clean one', async () => {
    expect(await foundAfter('select 1')).toEqual([]);
  });

  it('tells an operator that it is clean, requests and votes included', async () => {
    const asked = await testServer();
    try {
      const { token } = await member(asked, 500);
      const song = { title: 'Velvet Static', artist: 'Ilse', genre: 'jazz:bebop' };
      const { body } = await call(asked, 'POST /requests', { token, body: song });
      expect((await call(asked, `POST /requests/${body.id}/votes`, { token })).status).toBe(200);
      expect(await checkedLedger(asked.c)).toContain('The ledger is clean.');
    } finally {
      await asked.close();
    }
  });

  it.each([
    [`update credits set credits = 391 where credits = 390`, 'every balance is the sum of its entries'],
    [`delete from credit_entry where key = 'vote:2'`, 'every balance is the sum of its entries'],
    [
      `update credit_entry set balance = balance + 1 where key = 'vote:2'`,
      'every entry has the balance right after it',
    ],
    [
      `update credit_entry set amount = -amount, balance = balance where key = 'vote:2'`,
      'votes, requests and clawbacks are negative; purchases, grants and reversals are positive',
    ],
    [
      `update credit_entry set amount = 9 where key = 'reversal:vote:1'`,
      'every reversal returns exactly one spend or clawback to the same user',
    ],
    [
      `update credit_entry set user_id = (select user_id from credits where credits = 50) where key = 'reversal:vote:1'`,
      'every reversal returns exactly one spend or clawback to the same user',
    ],
    [
      entry({ kind: 'reversal', amount: 10, balance: 400, key: 'reversal:none', reference: 'r' }),
      'every reversal returns exactly one spend or clawback to the same user',
    ],
    [
      `update clawback set owed = 1`,
      'every clawback has taken its amount, except what is owed or was canceled',
    ],
    [
      `update clawback set reversed_at = 1`,
      'every clawback has taken its amount, except what is owed or was canceled',
    ],
    [
      entry({ kind: 'clawback', amount: -1, balance: 389, key: 'x', reference: 'unasked' }),
      'every clawback entry belongs to a clawback',
    ],
    [`update clawback set amount = 501, owed = 401`, 'no purchase has more clawed back than it gave'],
  ])('finds %s', async (statement, name) => {
    expect(await foundAfter(statement)).toContain(name);
  });

  it('finds two grants of one month', async () => {
    const [tier, key] = [`plan:${user_id}:plus`, `grant:${user_id}:plus:2026-06-01`];
    const one = entry({ kind: 'grant', amount: 100, balance: 490, key, reference: tier });
    const two = entry({ kind: 'grant', amount: 100, balance: 590, key: `again:${key}`, reference: tier });
    expect(await foundAfter(one)).not.toContain('at most one grant per user, tier and period');
    expect(await foundAfter(one, two)).toContain('at most one grant per user, tier and period');
  });

  it('tells an operator what is wrong, with rows to begin with', async () => {
    await s.c.db.updateTable('credits').set({ credits: 391 }).where('credits', '=', 390).execute();
    const broken = await checkedLedger(s.c).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(LedgerBroken);
    expect((broken as Error).message).toContain('Not true: every balance is the sum of its entries.');
    expect((broken as Error).message).toContain(user_id);
  });
});
