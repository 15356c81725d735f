import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { findRow, findRows } from '../../../testing/rows.ts';
import { PASSWORD, publishTrack, signUp } from '../../../testing/server.ts';
import { sessionFinder } from './find-session.ts';
import { pruneSessions } from './sessions.ts';

const DAY = 86_400_000;

const s = serverOfFile();

const alive = async (token: string) => (await call(s, 'GET /auth/me', { token })).status === 200;
const another = async (email: string): Promise<string> =>
  (await call(s, 'POST /auth/login', { body: { email, password: PASSWORD } })).body.authToken;

describe('a session', () => {
  it('ends at logout; others of the user do not', async () => {
    const { token, email } = await signUp(s);
    const other = await another(email);
    expect(
      (await call(s, 'POST /auth/logout', { token, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(200);
    expect(await alive(token)).toBe(false);
    expect(await alive(other)).toBe(true);
    expect((await call(s, 'POST /auth/logout', { token })).status).toBe(401);
  });

  it('is looked up for every caller, or for none if the database fails', async () => {
    const people = await Promise.all(Array.from({ length: 70 }, () => signUp(s)));
    const find = sessionFinder(s.c);
    const found = await Promise.all(people.map(({ token }) => find(`Bearer ${token}`)));
    expect(found.map((user) => user?.id)).toEqual(people.map(({ id }) => id));
    for (const wrong of ['', `x Bearer ${people[0]!.token}`, `Bearer ${people[0]!.token}x`])
      expect(await find(wrong)).toBeUndefined();
    const db = s.c.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => Promise.reject(new Error('gone')),
    });
    const failing = sessionFinder({ ...s.c, db });
    const answers = await Promise.allSettled(people.map(({ token }) => failing(`Bearer ${token}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('ends at logout everywhere, for that user only', async () => {
    const [{ token, email }, neighbour] = [await signUp(s), await signUp(s)];
    const other = await another(email);
    expect((await call(s, 'POST /auth/logout-everywhere', { token })).status).toBe(200);
    expect([await alive(token), await alive(other), await alive(neighbour.token)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('lasts 30 days after its last use', async () => {
    const { token } = await signUp(s);
    for (let i = 0; i < 4; i++) {
      s.time.now += 29 * DAY;
      expect(await alive(token)).toBe(true);
    }
    s.time.now += 30 * DAY + 1;
    expect(await alive(token)).toBe(false);
  });

  it('records its use at most once an hour', async () => {
    const { token, id } = await signUp(s);
    const noted = async () => (await findRow(s.c, 'session', { user_id: id })).last_used_at;
    const began = await noted();
    s.time.now += 3_599_000;
    await alive(token);
    expect(await noted()).toBe(began);
    s.time.now += 2000;
    await alive(token);
    expect(await noted()).toBe(s.time.now);
  });

  it('that expired long ago is deleted at the next login', async () => {
    const { id, email } = await signUp(s);
    s.time.now += 31 * DAY;
    await another(email);
    const rows = await s.c.db.selectFrom('session').where('user_id', '=', id).select('created_at').execute();
    expect(rows).toEqual([{ created_at: s.time.now }]);
  });

  it('of a user who never returns is deleted too, and so are unused reset links', async () => {
    const [gone, here] = [await signUp(s), await signUp(s)];
    const reset = { token_hash: 'x', user_id: gone.id, expires_at: s.time.now + 1 };
    await s.c.db.insertInto('password_reset').values(reset).execute();
    s.time.now += 29 * DAY;
    await alive(here.token);
    s.time.now += 2 * DAY;
    await pruneSessions(s.c);
    const rows = await s.c.db
      .selectFrom('session')
      .where('user_id', 'in', [gone.id, here.id])
      .select('user_id')
      .execute();
    expect(rows).toEqual([{ user_id: here.id }]);
    expect(await s.c.db.selectFrom('password_reset').selectAll().execute()).toEqual([]);
  });

  it('that has expired does not break browsing; its plays count as a visitor’s', async () => {
    const track_id = await publishTrack(s.c);
    const token = 'x'.repeat(43);
    expect((await call(s, 'GET /track', { token })).status).toBe(200);
    expect((await call(s, 'GET /explore', { token })).status).toBe(200);
    const played = await call(s, 'POST /plays', { token, body: { track_id, played_ms: 60_000 } });
    expect(played.status).toBe(201);
    const row = await findRow(s.c, 'play_event', { track_id });
    expect(row).toMatchObject({ user_id: null, listener: expect.stringMatching(/^visitor:/) });
  });

  it('attributes a play to the user from any address', async () => {
    const { token, id } = await signUp(s);
    const body = { track_id: await publishTrack(s.c), played_ms: 60_000 };
    const at = (from: string) => call(s, 'POST /plays', { token, body, from });
    expect((await at('203.0.113.1')).body.counted).toBe(true);
    expect((await at('203.0.113.2')).body.counted).toBe(false);
    const rows = await findRows(s.c, 'play_event', { track_id: body.track_id });
    for (const row of rows) expect(row).toMatchObject({ user_id: id, listener: `user:${id}` });
  });

  it('is required for HEAD as well', async () => {
    expect((await call(s, 'HEAD /auth/me')).status).toBe(401);
    expect((await call(s, 'HEAD /auth/me', { token: (await signUp(s)).token })).status).toBe(200);
  });

  it('is accepted with the scheme in any case, and a missing one is reported', async () => {
    const { token } = await signUp(s);
    expect((await call(s, 'GET /auth/me', { headers: { authorization: `bearer ${token}` } })).status).toBe(
      200,
    );
    const { status, headers, body } = await call(s, 'GET /auth/me');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(body).toEqual({ message: 'Your session has expired. Please log in again.', code: 'unauthorized' });
  });

  it('a token of 1 MB over a real connection is a 4xx', async () => {
    await s.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = s.app.server.address() as AddressInfo;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path: '/auth/me',
          headers: { authorization: `Bearer ${'x'.repeat(1_000_000)}` },
        },
        (answer) => {
          resolve(answer.statusCode);
          answer.destroy();
        },
      );
      sent.on('error', reject);
      sent.end();
    });
    expect(status).toBe(431);
  });
});
