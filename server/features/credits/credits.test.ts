import { randomUUID } from 'node:crypto';
import { CreditEntry, CreditsRecord } from 'contract/features/credits.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { expectCleanBalances } from '../../testing/ledger.ts';
import { findRow, findRows } from '../../testing/rows.ts';
import { PASSWORD, type Person, signUp } from '../../testing/server.ts';
import { clawBack } from './clawback.ts';
import { grant, spend } from './credits.ts';

const s = serverOfFile();
afterEach(() => expectCleanBalances(s.c));

const give = (person: Person, amount: number, subject: string | null = null) =>
  s.c.db.transaction().execute((tx) =>
    grant(tx, s.c.engine, {
      user_id: person.id,
      amount,
      kind: 'purchase',
      key: randomUUID(),
      reference: randomUUID(),
      subject,
      now: s.time.now,
    }),
  );
async function holder(amount: number): Promise<{ person: Person; record: CreditsRecord }> {
  const person = await signUp(s);
  return { person, record: (await give(person, amount)).record };
}
const own = async (person: Person) => (await call(s, 'GET /credits', { token: person.token })).body[0];
const history = (person: Person, query = '') =>
  call(s, `GET /credits/history${query}`, { token: person.token });
const edit = (person: Person, id: string, body: unknown) =>
  call(s, `PATCH /credits/${id}`, { token: person.token, body });

describe('the balance', () => {
  it('is told to nobody without a token', async () => {
    for (const address of ['GET /credits', 'POST /credits', 'GET /credits/history'] as const)
      expect(await call(s, address, { body: {} })).toMatchObject({
        status: 401,
        body: { code: 'unauthorized', message: 'User not authenticated' },
      });
  });

  it('is 0 for a new account', async () => {
    const person = await signUp(s);
    const { status, body, headers } = await call(s, 'GET /credits', { token: person.token });
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe('1');
    expect(body).toMatchObject([
      { user_id: person.id, credits: 0, last_spend: null, last_refilled: null, next_refill: null },
    ]);
    expect(CreditsRecord.parse(body[0])).toEqual(body[0]);
    expect(body[0].credits_id).toBe(body[0].id);
    expect((await call(s, `GET /credits/${body[0].id}`, { token: person.token })).body).toEqual(body[0]);
  });

  it('is created once with 0 credits by any first call if it is missing', async () => {
    for (const address of ['GET /credits', 'POST /credits', 'GET /credits/history'] as const) {
      const person = await signUp(s);
      await s.c.db.deleteFrom('credits').where('user_id', '=', person.id).execute();
      const ask = () =>
        call(s, address, {
          token: person.token,
          ...(address.startsWith('POST') && { body: { user_id: randomUUID(), credits: 1e9 } }),
        });
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      const rows = await findRows(s.c, 'credits', { user_id: person.id });
      expect(rows.map(({ credits }) => credits)).toEqual([0]);
    }
  });

  it('lists of all users are for admins only, newest first, each user once', async () => {
    const [{ person }, admin] = [await holder(10), await signUp(s, { tier: 'admin' })];
    s.time.now += 1000;
    await signUp(s);
    expect(await own(person)).toMatchObject({ user_id: person.id });
    const seen: CreditsRecord[] = [];
    let cursor: unknown;
    do {
      const page = await call(s, `GET /credits?limit=3${cursor ? `&cursor=${cursor}` : ''}`, {
        token: admin.token,
      });
      seen.push(...page.body);
      expect(page.headers['x-total-count']).toBe(String(await rowCount()));
      cursor = page.headers['x-next-cursor'];
    } while (cursor);
    expect(new Set(seen.map((row) => row.id)).size).toBe(await rowCount());
    expect(seen.map((row) => row.user_id)).toContain(person.id);
  });

  const rowCount = async () => (await s.c.db.selectFrom('credits').select('id').execute()).length;

  it('of another user cannot be read or changed', async () => {
    const [{ record }, other] = [await holder(10), await signUp(s)];
    for (const address of ['GET', 'PATCH', 'DELETE'] as const) {
      const answer = await call(s, `${address} /credits/${record.id}`, {
        token: other.token,
        ...(address === 'PATCH' && { body: { credits: 0 } }),
      });
      expect(answer.status).toBe(404);
    }
    const unknown = await call(s, `GET /credits/${randomUUID()}`, { token: other.token });
    expect(unknown.status).toBe(404);
  });
});

describe('PATCH by its owner', () => {
  it('returns the true record for the balance or less, and refuses more', async () => {
    const { person, record } = await holder(100);
    for (const credits of [100, 90, 0, undefined]) {
      const body = { credits, last_spend: 5, last_refilled: 'whenever', user_id: randomUUID() };
      expect(await edit(person, record.id, body)).toMatchObject({ status: 200, body: record });
    }
    expect(await edit(person, record.id, { credits_id: record.id, credits: 1 })).toMatchObject({
      body: record,
    });
    expect(await edit(person, record.id, { credits: 101 })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await own(person)).toEqual(record);
    expect((await history(person)).body).toHaveLength(1);
  });

  it.each([
    { credits: -1 },
    { credits: 1.5 },
    { credits: '100' },
    { credits: null },
    { credits: 1e300 },
    { credits: Number.MAX_SAFE_INTEGER },
    { credits: [100] },
    { credits: 1, credits_id: randomUUID() },
    { credits: 1, credits_id: 'x' },
    { reason: 'x\0' },
    { reason: 'x'.repeat(501) },
    [],
    'credits',
  ])('refuses %j', async (body) => {
    const { person, record } = await holder(100);
    const admin = await signUp(s, { tier: 'admin' });
    for (const caller of [person, admin]) {
      const answer = await edit(caller, record.id, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(416);
    }
    expect(await own(person)).toEqual(record);
  });
});

describe('PATCH by an admin', () => {
  it('a client that lowers its own balance before it votes pays once', async () => {
    const admin = await signUp(s, { tier: 'admin' });
    const { body: record } = await call(s, 'POST /credits', { token: admin.token, body: {} });
    expect((await edit(admin, record.id, { credits: 300 })).body.credits).toBe(300);
    const request = await call(s, 'POST /requests', {
      token: admin.token,
      body: { title: 'Once', artist: 'Admin', genre: 'pop' },
    });
    const lowered = await edit(admin, record.id, { credits: 90, last_spend: s.time.now });
    expect([lowered.status, lowered.body.credits]).toEqual([200, 100]);
    const { status } = await call(s, `PATCH /requests/${request.body.id}`, {
      token: admin.token,
      body: { requests_id: request.body.id, votes: 1 },
    });
    expect(status).toBe(200);
    expect((await call(s, `GET /credits/${record.id}`, { token: admin.token })).body.credits).toBe(90);
  });

  it('sets the balance with an adjustment that has a reason', async () => {
    const [{ person, record }, admin] = [await holder(100), await signUp(s, { tier: 'admin' })];
    const reason = '  Sorry for the outage ';
    expect(await edit(admin, record.id, { credits: 250, reason })).toMatchObject({
      status: 200,
      body: { credits: 250 },
    });
    expect(await edit(admin, record.id, { credits: 250 })).toMatchObject({ body: { credits: 250 } });
    expect(await edit(admin, record.id, {})).toMatchObject({ body: { credits: 250 } });
    expect(await edit(admin, record.id, { credits: 0 })).toMatchObject({ body: { credits: 0 } });
    expect(await edit(admin, record.id, { credits: 1_000_000_000 })).toMatchObject({ status: 200 });
    expect((await history(person)).body).toMatchObject([
      { kind: 'adjustment', amount: 1_000_000_000, balance: 1_000_000_000, subject: null },
      { kind: 'adjustment', amount: -250, balance: 0, subject: null },
      { kind: 'adjustment', amount: 150, balance: 250, subject: 'Sorry for the outage' },
      { kind: 'purchase', amount: 100, balance: 100 },
    ]);
  });

  it('sets the exact balance of a user with debts, and keeps the debts', async () => {
    const [{ person, record }, admin] = [await holder(100), await signUp(s, { tier: 'admin' })];
    await edit(admin, record.id, { credits: 0 });
    const { reference } = await findRow(s.c, 'credit_entry', { user_id: person.id, kind: 'purchase' });
    const cause = { user_id: person.id, reference, key: randomUUID(), subject: null, now: s.time.now };
    const clawed = await s.c.db
      .transaction()
      .execute((tx) => clawBack(tx, s.c.engine, { ...cause, amount: 100 }));
    expect(clawed.owed).toBe(100);
    expect((await edit(admin, record.id, { credits: 60 })).body.credits).toBe(60);
    expect((await give(person, 70)).record.credits).toBe(60);
    expect((await give(person, 70)).record.credits).toBe(100);
  });

  it('sets the exact balance during concurrent changes', async () => {
    const [{ person, record }, admin] = [await holder(1000), await signUp(s, { tier: 'admin' })];
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => edit(admin, record.id, { credits: i * 10 })),
      ...Array.from({ length: 20 }, () => give(person, 1)),
    ]);
    expect((await edit(admin, record.id, { credits: 7 })).body.credits).toBe(7);
    expect((await own(person)).credits).toBe(7);
  });
});

describe('the history', () => {
  it('lists kind, time, amount and reason, newest first', async () => {
    const { person } = await holder(100);
    s.time.now += 1000;
    const input = { key: randomUUID(), reference: randomUUID(), subject: 'A song', now: s.time.now };
    await s.c.db
      .transaction()
      .execute((tx) => spend(tx, s.c.engine, { user_id: person.id, amount: 10, kind: 'vote', ...input }));
    const { status, body, headers } = await history(person);
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe('2');
    for (const entry of body) expect(CreditEntry.parse(entry)).toEqual(entry);
    expect(body).toMatchObject([
      { kind: 'vote', amount: -10, balance: 90, subject: 'A song', created_at: s.time.now },
      { kind: 'purchase', amount: 100, balance: 100, subject: null },
    ]);
    expect((await history(await signUp(s))).body).toEqual([]);
  });

  it('is paged in order, even within the same millisecond', async () => {
    const { person } = await holder(1);
    for (let i = 2; i <= 23; i++) await give(person, i);
    const whole = (await history(person)).body as CreditEntry[];
    expect(whole.map((entry) => entry.amount)).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i));
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await history(person, `?limit=5${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.headers['x-total-count']).toBe('23');
      seen.push(...page.body);
      cursor = page.headers['x-next-cursor'];
    } while (cursor);
    expect(seen).toEqual(whole);
    const first = await history(person, '?limit=5');
    const other = await history(await signUp(s), `?cursor=${first.headers['x-next-cursor']}`);
    expect(other).toMatchObject({ status: 200, body: [] });
  });

  it.each(['?cursor=1', '?cursor=%00', '?cursor=../..', '?limit=0', '?limit=201', '?limit=x'])(
    'refuses %s',
    async (query) => {
      expect((await history(await signUp(s), query)).status).toBe(400);
      expect((await call(s, `GET /credits${query}`, { token: (await signUp(s)).token })).status).toBe(400);
    },
  );
});

describe('deleting an account', () => {
  it('hides the history and leaves a ledger that still adds up', async () => {
    const { person, record } = await holder(100);
    await give(person, 5, 'Something personal');
    const exported = await call(s, 'GET /auth/me/export', { token: person.token });
    expect(exported.body.credits).toMatchObject({
      balance: 105,
      entries: [{ amount: 100 }, { amount: 5, subject: 'Something personal' }],
    });
    await call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } });
    const left = await s.c.db
      .selectFrom('credit_entry')
      .where('user_id', '=', person.id)
      .select(['amount', 'subject'])
      .orderBy('seq')
      .execute();
    expect(left).toEqual([
      { amount: 100, subject: null },
      { amount: 5, subject: null },
    ]);
    const admin = await signUp(s, { tier: 'admin' });
    expect((await call(s, `GET /credits/${record.id}`, { token: admin.token })).body.credits).toBe(105);
  });
});
