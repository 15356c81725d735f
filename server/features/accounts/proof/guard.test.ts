import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../app.ts';
import { rateLimit, slowdown } from '../../../platform/http/requests/rate-limit.ts';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { PASSWORD, signUp } from '../../../testing/server.ts';
import { pruneSessions } from '../login/sessions.ts';

const s = serverOfFile({ rateLimit: true });

const login = (email: string, password: string, from = '203.0.113.9') =>
  call(s, 'POST /auth/login', { body: { email, password }, from });

describe('wrong passwords', () => {
  it('delay further attempts from an address on an account, longer each time, until the right one', async () => {
    const { email } = await signUp(s);
    for (let i = 0; i < 5; i++) expect((await login(email, 'wrong one')).status).toBe(403);
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      const slowed = await login(email, PASSWORD);
      expect(slowed).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
      expect(slowed.headers['cache-control']).toBe('no-store');
      const wait = Number(slowed.headers['retry-after']);
      waits.push(wait);
      s.time.now += wait * 1000;
      expect((await login(email, 'wrong one')).status).toBe(403);
    }
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(900);
    s.time.now += 900_000;
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect((await login(email, 'wrong one')).status).toBe(403);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('are delayed for an email without an account too', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++)
      statuses.push((await login('nobody@people.example', 'wrong one', '203.0.113.10')).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });

  it('cannot bypass the delay with concurrent calls', async () => {
    const { email } = await signUp(s);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => login(email, 'wrong one', '203.0.113.11')),
    );
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(35);
  });

  it('from other addresses do not lock out the owner', async () => {
    const { email } = await signUp(s);
    expect((await login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
    for (let i = 0; i < 60; i++) await login(email, 'wrong one', `203.0.114.${i}`);
    expect((await login(email, 'wrong one', '203.0.115.1')).status).toBe(429);
    expect((await login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
    s.time.now += 60_000;
    expect((await login(email, PASSWORD, '198.51.100.2')).status).toBe(200);
  });

  it('on many accounts delay the address', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 40; i++)
      statuses.push((await login(`victim-${i}@people.example`, 'password1', '203.0.116.1')).status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    expect((await login('victim-0@people.example', 'password1', '203.0.116.2')).status).toBe(403);
  });

  it('on many accounts at once cannot get around the delay', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => login(`crowd-${i}@people.example`, 'password1', '203.0.116.9')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('count when a signed-in user confirms an action too', async () => {
    const { token } = await signUp(s);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const body = { current_password: 'wrong one', new_password: 'whatever' };
      statuses.push((await call(s, 'POST /auth/password', { token, body, from: '203.0.117.1' })).status);
    }
    const deletion = await call(s, 'DELETE /auth/me', {
      token,
      body: { password: PASSWORD },
      from: '203.0.117.1',
    });
    expect([...statuses, deletion.status]).toEqual([403, 403, 403, 403, 403, 429, 429]);
    expect((await call(s, 'GET /auth/me', { token })).status).toBe(200);
  });

  it('are not counted when the server fails to check them', async () => {
    const { email } = await signUp(s);
    const { passwords } = s.c;
    s.c.passwords = { ...passwords, matches: () => Promise.reject(new Error('out of memory')) };
    for (let i = 0; i < 10; i++) expect((await login(email, PASSWORD, '203.0.118.1')).status).toBe(500);
    s.c.passwords = passwords;
    expect((await login(email, PASSWORD, '203.0.118.1')).status).toBe(200);
  });
});

describe('the owner of an account', () => {
  // Hundreds of attempts: this is about who may try, not about hashing.
  let hashing: typeof s.c.passwords;
  beforeAll(() => {
    hashing = s.c.passwords;
    s.c.passwords = {
      hash: async (password) => `plain:${password}`,
      matches: async (hash, password) =>
        password === (hash?.startsWith('plain:') ? hash.slice('plain:'.length) : PASSWORD),
    };
  });
  afterAll(() => {
    s.c.passwords = hashing;
  });
  const floodFromElsewhere = async (email: string) => {
    for (let i = 0; i < 56; i++) await login(email, 'wrong one', `203.0.121.${i}`);
  };

  it('gets in from a known place during an attack, also after the server restarts', async () => {
    const { email } = await signUp(s);
    expect((await login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
    await floodFromElsewhere(email);
    expect((await login(email, PASSWORD, '198.51.100.9')).status).toBe(429);
    for (let i = 0; i < 50; i++) expect((await login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
    const restarted = await buildApp(s.c, {
      publicUrl: undefined,
      trustProxy: 0,
      rateLimit: true,
      logLevel: 'silent',
      site: undefined,
    });
    const again = { ...s, app: restarted };
    for (let i = 0; i < 56; i++)
      await call(again, 'POST /auth/login', {
        body: { email, password: 'x'.repeat(9) },
        from: `203.0.122.${i}`,
      });
    const body = { email, password: PASSWORD };
    expect((await call(again, 'POST /auth/login', { body, from: '198.51.100.9' })).status).toBe(429);
    expect((await call(again, 'POST /auth/login', { body, from: '198.51.100.1' })).status).toBe(200);
    await restarted.close();
  });

  it('who signed up or reset the password at a place is known there', async () => {
    const email = 'newcomer@people.example';
    const from = '198.51.100.20';
    const joined = await call(s, 'POST /auth/signup', {
      body: { name: 'New', email, password: PASSWORD },
      from,
    });
    expect(joined.status).toBe(200);
    await floodFromElsewhere(email);
    expect((await login(email, PASSWORD, from)).status).toBe(200);

    const elsewhere = '198.51.100.21';
    expect((await login(email, PASSWORD, elsewhere)).status).toBe(429);
    const before = s.mails.length;
    await call(s, 'POST /auth/password-reset', {
      body: { email },
      headers: { host: 'localhost' },
      from: elsewhere,
    });
    await vi.waitFor(() => expect(s.mails.length).toBe(before + 1));
    const token = s.mails.at(-1)!.text.split('=').at(-1)!.split(/\s/)[0]!;
    const reset = { token, password: 'a new password' };
    expect(
      (await call(s, 'POST /auth/password-reset/confirm', { body: reset, from: elsewhere })).status,
    ).toBe(200);
    expect((await login(email, 'a new password', elsewhere)).status).toBe(200);
  });

  it('behind a shared address gets in while somebody there guesses the passwords of others', async () => {
    const shared = '203.0.123.1';
    const [known, newcomer] = [await signUp(s), await signUp(s)];
    expect((await login(known.email, PASSWORD, shared)).status).toBe(200);
    for (let i = 0; i < 40; i++) await login(`nobody-${i}@people.example`, 'wrong one', shared);
    expect((await login(known.email, PASSWORD, shared)).status).toBe(200);
    // Somebody who was never there waits for seconds, not minutes.
    const refused = await login(newcomer.email, PASSWORD, shared);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15);
    s.time.now += Number(refused.headers['retry-after']) * 1000;
    expect((await login(newcomer.email, PASSWORD, shared)).status).toBe(200);
  });

  it('may log in 50 times at once, at a new place too', async () => {
    const { email } = await signUp(s);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => login(email, PASSWORD, '203.0.124.1')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  });

  it('is slowed down after 20 failures at the known place itself, for at most 15 seconds', async () => {
    const { email } = await signUp(s);
    const home = '203.0.125.1';
    expect((await login(email, PASSWORD, home)).status).toBe(200);
    for (let i = 0; i < 20; i++) expect((await login(email, 'wrong one', home)).status).toBe(403);
    for (let i = 0; i < 6; i++) {
      const slowed = await login(email, PASSWORD, home);
      expect(slowed.status).toBe(429);
      const wait = Number(slowed.headers['retry-after']);
      expect(wait).toBeLessThanOrEqual(15);
      s.time.now += wait * 1000;
      expect((await login(email, 'wrong one', home)).status).toBe(403);
    }
    s.time.now += 15_000;
    expect((await login(email, PASSWORD, home)).status).toBe(200);
  });

  it('is not known any more after half a year, and no address is stored', async () => {
    const { email, id, token } = await signUp(s);
    await login(email, PASSWORD, '203.0.126.1');
    const places = () => s.c.db.selectFrom('known_place').where('user_id', '=', id).selectAll().execute();
    expect(await places()).toEqual([
      { user_id: id, place: expect.stringMatching(/^[\w-]{22}$/), last_used_at: s.time.now },
    ]);
    const exported = await call(s, 'GET /auth/me/export', { token });
    expect(exported.body).toMatchObject({ known_places: [{ last_used_at: s.time.now }] });
    s.time.now += 181 * 86_400_000;
    await floodFromElsewhere(email);
    expect((await login(email, PASSWORD, '203.0.126.1')).status).toBe(429);
    await pruneSessions(s.c);
    expect(await places()).toEqual([]);
  });

  it('leaves no place behind when the account is deleted', async () => {
    const { email, id, token } = await signUp(s);
    await login(email, PASSWORD, '203.0.127.1');
    await call(s, 'DELETE /auth/me', { token, body: { password: PASSWORD }, from: '203.0.127.1' });
    expect(await s.c.db.selectFrom('known_place').where('user_id', '=', id).selectAll().execute()).toEqual(
      [],
    );
  });
});

describe('an address', () => {
  it('creates at most 20 accounts in a burst, and more over time', async () => {
    const join = (i: number) =>
      call(s, 'POST /auth/signup', {
        body: { name: 'Farmer', email: `farm-${i}@people.example`, password: PASSWORD },
        from: '2001:db8:1:2::1',
      });
    const answers = [];
    for (let i = 0; i < 22; i++) answers.push(await join(i));
    expect(answers.map((answer) => answer.status)).toEqual([...Array(20).fill(200), 429, 429]);
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    s.time.now += 180_000;
    expect((await join(30)).status).toBe(200);
    expect((await join(31)).status).toBe(429);
  });

  it('looks up at most 30 invitations in a burst, and one more every two minutes', async () => {
    const from = '203.0.121.1';
    const invitation = 'i'.repeat(43);
    const look = () => call(s, 'POST /auth/invitation', { body: { invitation }, from });
    const lookOften = async (times: number) => {
      const statuses = [];
      for (let i = 0; i < times; i++) statuses.push((await look()).status);
      return statuses.filter((status) => status !== 429).length;
    };
    expect(await lookOften(32)).toBe(30);
    s.time.now += 120_000;
    expect(await lookOften(2)).toBe(1);
  });

  it('may have a hundred passwords wait to be checked, and no more', async () => {
    const people = Array.from({ length: 300 }, (_, i) => `nobody-${i}@people.example`);
    const answers = await Promise.all(people.map((email) => login(email, 'wrong one', '203.0.121.2')));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(count(403)).toBe(30);
    expect(count(429)).toBeGreaterThanOrEqual(70);
    expect(count(503)).toBe(300 - 30 - count(429));
    expect(count(503)).toBeGreaterThan(0);
  });

  it('is limited beyond the rate that pages need, without affecting other addresses', async () => {
    const home = { from: '203.0.119.1' };
    for (let i = 0; i < 600; i++) expect((await call(s, 'GET /auth/settings', home)).status).toBe(200);
    const refused = await call(s, 'GET /auth/settings', home);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await call(s, 'GET /track', home)).status).toBe(429);
    expect((await call(s, 'GET /auth/settings', { from: '203.0.119.2' })).status).toBe(200);
    s.time.now += 1000;
    expect((await call(s, 'GET /track', home)).status).toBe(200);
  });

  it('may request ten mails an hour, of which a mailbox gets three', async () => {
    const { email } = await signUp(s);
    const headers = { host: 'localhost' };
    const before = s.mails.length;
    const requestReset = () =>
      call(s, 'POST /auth/password-reset', { body: { email }, from: '203.0.120.1', headers });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await requestReset()).status);
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429]);
    await vi.waitFor(() => expect(s.mails.length).toBe(before + 3));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(s.mails.length).toBe(before + 3);
    // Six minutes later one more may be requested, but this mailbox gets its next one after twenty.
    s.time.now += 360_000;
    expect([(await requestReset()).status, (await requestReset()).status]).toEqual([202, 429]);
    s.time.now += 840_000;
    expect((await requestReset()).status).toBe(202);
    await vi.waitFor(() => expect(s.mails.length).toBe(before + 4));
  });
});

describe('the counters', () => {
  it('a rate limit refills up to its burst', () => {
    const take = rateLimit({ burst: 2, perSecond: 1 });
    expect([take('a', 0), take('a', 0), take('a', 0), take('b', 0)]).toEqual([0, 0, 1000, 0]);
    expect(take('a', 1000)).toBe(0);
    expect([take('a', 90_000), take('a', 90_000), take('a', 90_000)]).toEqual([0, 0, 1000]);
    expect(take('a', 90_400)).toBe(600);
  });

  it('a clock that goes backwards grants nothing', () => {
    const take = rateLimit({ burst: 1, perSecond: 1 });
    expect([take('a', 5000), take('a', 1000)]).toEqual([0, 1000]);
  });

  it('a slowdown forgets a failure every five minutes', () => {
    const slow = slowdown({ free: 2, longestMs: 60_000 });
    for (let i = 0; i < 30; i++) slow.failed('a', 0);
    expect(slow.wait('a', 0)).toBe(60_000);
    slow.failed('a', 29 * 300_000);
    expect(slow.wait('a', 29 * 300_000)).toBe(1000);
    slow.forgive('a');
    expect(slow.wait('a', 29 * 300_000)).toBe(0);
  });

  it('remember a limited number of keys', () => {
    const take = rateLimit({ burst: 1, perSecond: 0.001 });
    for (let i = 0; i < 50_000; i++) take(String(i), 0);
    expect(take('0', 0)).toBeGreaterThan(0);
    take('one more', 0);
    // The least recently used is forgotten.
    expect(take('0', 0)).toBeGreaterThan(0);
    expect(take('1', 0)).toBe(0);
  });
});
