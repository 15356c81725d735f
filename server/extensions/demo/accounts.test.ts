import { isGenre } from 'contract/genres.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { findUser, setPassword } from '../../features/accounts/accounts.ts';
import { grantMonthly } from '../../features/credits/credits.ts';
import { call } from '../../testing/calls.ts';
import { serverPerTest } from '../../testing/hooks.ts';
import { expectCleanLedger } from '../../testing/ledger.ts';
import { updateRows } from '../../testing/rows.ts';
import { signUp } from '../../testing/server.ts';
import {
  closeDemo,
  DEMO_PASSWORD,
  demoAccounts,
  isDemoClosed,
  openDemo,
  withoutDemoPassword,
} from './accounts.ts';

const s = serverPerTest();
let logged: string;
const log = (line: string) => {
  logged += `${line}\n`;
};
beforeEach(async () => {
  logged = '';
});

const loopback = {
  ...{ production: false, host: '127.0.0.1', publicUrl: undefined, trustProxy: 0, demoExplicit: false },
};
const MEMBER = '%@members.demo.example';
const emails = async () =>
  (await s.c.db.selectFrom('user').where('email', 'not like', MEMBER).select('email').execute()).map(
    (row) => row.email,
  );

describe('demo accounts', () => {
  it('there is one of each plan, it can log in, and the console prints it', async () => {
    await openDemo(s.c, loopback, log);
    expect(logged).toContain('ovation-demo');
    for (const { email, tier, name } of demoAccounts) {
      expect(logged).toContain(email);
      const { status, body } = await call(s, 'POST /auth/login', {
        body: { email, password: DEMO_PASSWORD },
      });
      expect(status).toBe(200);
      expect(body.user.name).toBe(name);
      const statuses = await call(s, 'GET /account_status?limit=1', { token: body.authToken });
      if (tier !== 'admin') expect(statuses.body[0].plan_tier).toBe(tier);
      else expect(Number(statuses.headers['x-total-count'])).toBeGreaterThanOrEqual(45);
    }
    const hashes = await s.c.db.selectFrom('user').select('password_hash').execute();
    // Nobody can log in as one of the other members.
    expect(new Set(hashes.map((row) => row.password_hash)).size).toBe(5 + 1);
    expect(hashes.some((row) => row.password_hash === null)).toBe(true);
  });

  it('hold what their plans grant, the admin 5,000, and first use adds nothing', async () => {
    await openDemo(s.c, loopback, log);
    const rows = async () =>
      s.c.db
        .selectFrom('credits')
        .innerJoin('user', 'user.id', 'credits.user_id')
        .where('user.email', 'not like', MEMBER)
        .orderBy('credits.credits')
        .select(['user.email', 'credits.credits'])
        .execute();
    const initial = [
      { email: 'free@demo.example', credits: 0 },
      { email: 'plus@demo.example', credits: 100 },
      { email: 'premium@demo.example', credits: 1000 },
      { email: 'platinum@demo.example', credits: 3000 },
      { email: 'admin@demo.example', credits: 5000 },
    ];
    expect(await rows()).toEqual(initial);
    for (const { email, credits } of initial) {
      const login = await call(s, 'POST /auth/login', { body: { email, password: DEMO_PASSWORD } });
      const { body } = await call(s, 'POST /credits', { token: login.body.authToken, body: {} });
      expect(body.credits).toBe(credits);
    }
    await grantMonthly(s.c);
    expect(await rows()).toEqual(initial);
    await expectCleanLedger(s.c);
  });

  it('have asked for 25 songs, several of them at the goal, every vote paid for', async () => {
    await openDemo(s.c, loopback, log);
    const { body } = await call(s, 'GET /requests/board');
    expect(body).toMatchObject({ pages: 3, counts: { requests: 25, queued: 3 } });
    const all = await call(s, 'GET /requests');
    expect(new Set(all.body.map((one: { requested_by: string }) => one.requested_by)).size).toBe(4);
    expect(all.body.every(({ genre }: { genre: string }) => isGenre(genre))).toBe(true);
    await expectCleanLedger(s.c);

    // Begun anew, as after a crash in the middle, nothing is made or paid twice.
    await s.c.db.deleteFrom('setting').where('name', '=', 'demo_requests').execute();
    await openDemo(s.c, loopback, log);
    expect((await call(s, 'GET /requests/board')).body).toEqual(body);
    await expectCleanLedger(s.c);
    const { id } = all.body.find((one: { title: string }) => one.title === 'Midnight at the Planetarium');
    const { body: talk } = await call(s, `GET /comments?on=request&subject=${id}`);
    expect([talk.count, talk.comments[0].answers.length]).toEqual([4, 2]);
    expect(new Set(talk.comments.map((one: { by: string }) => one.by)).size).toBe(2);
  });

  it('are created once, also by several servers, and printed again by the next start', async () => {
    await Promise.all([openDemo(s.c, loopback, log), openDemo(s.c, loopback, log)]);
    expect(await emails()).toHaveLength(5);
    logged = '';
    await openDemo(s.c, loopback, log);
    expect(await emails()).toHaveLength(5);
    expect(logged).toContain('free@demo.example');
  });

  it('are not made beside anybody’s own account', async () => {
    const { email } = await signUp(s);
    await openDemo(s.c, loopback, log);
    expect(await emails()).toEqual([email]);
    expect(logged).toBe('');
  });

  it.each([{ host: '0.0.0.0' }, { publicUrl: 'https://ovation.example' }, { trustProxy: 1 }])(
    'are made where others can reach them (%j) only with an explicit DEMO=1',
    async (exposed) => {
      await openDemo(s.c, { ...loopback, ...exposed }, log);
      expect(await emails()).toEqual([]);
      expect(logged).toContain('no demo accounts');
      await openDemo(s.c, { ...loopback, ...exposed, demoExplicit: true }, log);
      expect(await emails()).toHaveLength(5);
      expect(logged).toContain('Warning');
    },
  );
});

describe('a server that others can reach, on the data of a demo', () => {
  const logIn = (email: string, password = DEMO_PASSWORD) =>
    call(s, 'POST /auth/login', { body: { email, password } });

  it.each([
    [{ ...loopback, production: true }, true],
    [{ ...loopback, publicUrl: 'https://ovation.example' }, true],
    [{ ...loopback, host: '0.0.0.0' }, true],
    [{ ...loopback, host: '0.0.0.0', demoExplicit: true }, false],
    [loopback, false],
  ])('closes the demo as it should: %j', (config, isClosed) => expect(isDemoClosed(config)).toBe(isClosed));

  it('lets nobody log in with the demo’s password, ends sessions and says so, until the console sets one', async () => {
    await openDemo(s.c, loopback, log);
    const { body } = await logIn('admin@demo.example');
    await updateRows(s.c, 'user', { email: 'free@demo.example' }, { email: 'me@people.example' });
    const plus = await findUser(s.c, 'plus@demo.example');
    await setPassword(s.c, plus.id, 'correct horse');
    const { email } = await signUp(s);
    logged = '';

    await closeDemo(s.c, log);
    const { passwords } = s.c;
    s.c.passwords = withoutDemoPassword(passwords);
    expect(logged).toMatch(/admin@demo\.example, me@people\.example.*npm run cli -- user password EMAIL/);
    expect(logged).not.toContain('plus@demo.example');
    expect((await call(s, 'GET /auth/me', { token: body.authToken })).status).toBe(401);
    for (const account of ['admin@demo.example', 'me@people.example'])
      expect(await logIn(account)).toMatchObject({ status: 403, body: { code: 'wrong_credentials' } });
    // Also as another keyboard types it.
    expect((await logIn('admin@demo.example', 'ｏｖａｔｉｏｎ-demo')).status).toBe(403);
    for (const account of ['plus@demo.example', email])
      expect((await logIn(account, 'correct horse')).status).toBe(200);

    const admin = await findUser(s.c, 'admin@demo.example');
    await expect(setPassword(s.c, admin.id, DEMO_PASSWORD)).rejects.toThrow('choose another password');
    await setPassword(s.c, admin.id, 'battery staple');
    expect((await logIn('admin@demo.example', 'battery staple')).status).toBe(200);
    logged = '';
    await closeDemo({ ...s.c, passwords }, log);
    expect(logged).not.toContain('admin@demo.example');
  });

  it('says nothing where there was no demo', async () => {
    await signUp(s);
    await closeDemo(s.c, log);
    expect(logged).toBe('');
  });
});
