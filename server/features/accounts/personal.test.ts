import { randomUUID } from 'node:crypto';
import { Activity } from 'contract/accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import {
  PASSWORD,
  type Person,
  publishTrack,
  signUp,
  type TestServer,
  testServer,
} from '../../testing/server.ts';

let s: TestServer;
beforeAll(async () => {
  s = await testServer();
});
afterAll(() => s.close());

const play = (person: Person, track_id: string, played_ms = 60_000) =>
  call(s, 'POST /plays', { token: person.token, body: { track_id, played_ms } });
const activity = (person: Person, query = '') =>
  call(s, `GET /auth/me/activity${query}`, { token: person.token });

describe('activity', () => {
  it('is one’s own, newest first, and says what was done to what', async () => {
    const [person, other] = [await signUp(s), await signUp(s)];
    const track_id = await publishTrack(s.c, { title: 'Heard', display_artist: 'Kestrel Avenue' });
    const gone = await publishTrack(s.c, { title: 'Withdrawn', display_artist: 'Kestrel Avenue' });
    await play(other, track_id);
    s.time.now += 1000;
    await play(person, track_id);
    s.time.now += 1000;
    await play(person, await publishTrack(s.c), 10);
    await play(person, gone);
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', gone).execute();
    s.time.now += 1000;
    await call(s, 'PATCH /auth/me', { token: person.token, body: { name: 'Renamed' } });
    await call(s, 'PATCH /auth/me', { token: person.token, body: { name: 'Renamed' } });

    const { body, headers, status } = await activity(person);
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe('4');
    expect(headers['cache-control']).toBe('no-store');
    for (const item of body) expect(Activity.parse(item)).toEqual(item);
    expect(body).toMatchObject([
      { kind: 'profile', subject: null },
      { kind: 'play', subject_id: null, subject: 'Withdrawn', artist: 'Kestrel Avenue' },
      { kind: 'play', subject_id: track_id, subject: 'Heard', artist: 'Kestrel Avenue' },
      { kind: 'joined', subject_id: null, subject: null, artist: null },
    ]);
  });

  it('is paged, each item once, also where many share a moment', async () => {
    const person = await signUp(s);
    for (let i = 0; i < 23; i++) {
      if (i % 4 === 0) s.time.now += 1000;
      await play(person, await publishTrack(s.c));
    }
    const whole = (await activity(person)).body;
    expect(whole).toHaveLength(24);
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await activity(person, `?limit=5${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.headers['x-total-count']).toBe('24');
      seen.push(...page.body);
      cursor = page.headers['x-next-cursor'];
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  it('tells of a new plan', async () => {
    const [person, admin] = [await signUp(s), await signUp(s, { tier: 'admin' })];
    const [row] = (await call(s, 'GET /account_status', { token: person.token })).body;
    s.time.now += 1000;
    await call(s, `PATCH /account_status/${row.id}`, { token: admin.token, body: { plan_tier: 'plus' } });
    const login = await call(s, 'POST /auth/login', { body: { email: person.email, password: PASSWORD } });
    const { body } = await activity({ ...person, token: login.body.authToken });
    expect(body[0]).toMatchObject({ kind: 'plan', subject: 'plus' });
  });

  it.each(['limit=0', 'limit=x', 'cursor=x', 'cursor=WzEsMl0', 'user_id=1'])('%s is a 400', async (query) => {
    expect((await activity(await signUp(s), `?${query}`)).status).toBe(400);
  });
});

describe('the export', () => {
  it('holds everything of the person, and no secret', async () => {
    const [person, other] = [await signUp(s), await signUp(s)];
    const track_id = await publishTrack(s.c, { title: 'Exported' });
    await play(person, track_id);
    await play(other, track_id);
    const { status, body, headers } = await call(s, 'GET /auth/me/export', { token: person.token });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      exported_at: new Date(s.time.now).toISOString(),
      user: { id: person.id, email: person.email },
      account_status: { plan_tier: 'free' },
      sessions: [{ created_at: s.time.now }],
      account_events: [{ kind: 'joined' }],
      plays: [{ track_id, title: 'Exported', played_ms: 60_000 }],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|token|hash/);
    expect(JSON.stringify(body)).not.toContain(other.id);
  });
});

describe('deleting the account', () => {
  it('needs the password, and then leaves nothing personal anywhere', async () => {
    const person = await signUp(s, { name: 'Nobody Anymore' });
    const { body: before } = await call(s, 'GET /auth/me', { token: person.token });
    const track_id = await publishTrack(s.c);
    await play(person, track_id);
    const remove = (password: unknown) =>
      call(s, 'DELETE /auth/me', { token: person.token, body: { password } });
    expect(await remove('not this')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect((await remove(undefined)).status).toBe(400);
    expect((await remove(PASSWORD)).status).toBe(200);

    expect((await call(s, 'GET /auth/me', { token: person.token })).status).toBe(401);
    const login = { email: person.email, password: PASSWORD };
    expect((await call(s, 'POST /auth/login', { body: login })).status).toBe(403);
    const tables = [
      'user',
      'session',
      'password_reset',
      'account_event',
      'account_status',
      'play_event',
    ] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await s.c.db.selectFrom(table).selectAll().execute());
      for (const trace of [person.email, 'Nobody Anymore', `"${before.username}"`, `user:${person.id}`])
        expect(rows).not.toContain(trace);
      if (table !== 'user') expect(rows).not.toContain(person.id);
    }
    // The play itself stays: the track's popularity stands on it.
    const [left] = await s.c.db
      .selectFrom('play_event')
      .selectAll()
      .where('track_id', '=', track_id)
      .execute();
    expect(left).toMatchObject({ user_id: null, counted: 1, listener: expect.stringMatching(/^gone:/) });
    // And the email is free again.
    expect((await call(s, 'POST /auth/signup', { body: { name: 'Again', ...login } })).status).toBe(200);
  });

  it('happens once when asked for many times at once', async () => {
    const person = await signUp(s);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 403]).toContain(status);
  });

  it('survives plan changes, logins and password changes at the same time', async () => {
    const admin = await signUp(s, { tier: 'admin' });
    for (let round = 0; round < 4; round++) {
      const person = await signUp(s);
      const [row] = (await call(s, 'GET /account_status', { token: person.token })).body;
      const answers = await Promise.all([
        call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } }),
        call(s, `PATCH /account_status/${row.id}`, { token: admin.token, body: { plan_tier: 'plus' } }),
        call(s, 'POST /auth/login', { body: { email: person.email, password: PASSWORD } }),
        call(s, 'POST /auth/password', {
          token: person.token,
          body: { current_password: PASSWORD, new_password: 'another one' },
        }),
        call(s, 'PATCH /auth/me', {
          token: person.token,
          body: { username: `r-${randomUUID().slice(0, 8)}` },
        }),
      ]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
    }
  });
});
