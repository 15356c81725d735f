import { endpoints } from 'contract/api.ts';
import { isOpenToApps } from 'contract/endpoint.ts';
import { APP_PASSWORDS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../../testing/server.ts';

const s = serverPerTest({ rateLimit: true });
let person: Person;
beforeEach(async () => {
  person = await signUp(s);
});

async function create({ token }: Person, name = 'Phone') {
  await call(s, 'POST /auth/confirmation', { token, body: { password: PASSWORD } });
  return call(s, 'POST /auth/app-passwords', { token, body: { name } });
}
const list = async ({ token }: Person) => (await call(s, 'GET /auth/app-passwords', { token })).body;

describe('an app password', () => {
  it('takes a confirmation to make, is shown once and told by mail', async () => {
    const { token } = person;
    const early = await call(s, 'POST /auth/app-passwords', { token, body: { name: 'Phone' } });
    expect(early.body.code).toBe('confirmation_needed');
    const { status, body } = await create(person);
    expect([status, body.username]).toEqual([201, person.username]);
    expect(body.password).toMatch(/^ovn-[a-km-np-z2-9]{24}$/);
    expect(JSON.stringify(await list(person))).not.toContain(body.password);
    const stored = await s.c.db.selectFrom('app_password').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.password);
    await expect
      .poll(() => s.mails.map(({ subject }) => subject))
      .toContain('New app password for your Ovation account');
  });

  it('makes calls in the name of its member, and notes when it was used last', async () => {
    const { body } = await create(person);
    const track_id = await publishTrack(s.c);
    const saved = await call(s, 'POST /saved_track', { token: body.password, body: { track_id } });
    expect(saved.status).toBe(201);
    const { body: own } = await call(s, 'GET /saved_track', { token: person.token });
    expect(own).toMatchObject([{ track_id }]);
    expect(await list(person)).toMatchObject([{ name: 'Phone', last_used_at: s.time.now }]);
    const first = s.time.now;
    s.time.now += 60_000;
    await call(s, 'GET /library/counts', { token: body.password });
    expect(await list(person)).toMatchObject([{ last_used_at: first }]);
  });

  it('opens nothing that concerns the account, its security, money or administration', async () => {
    const admin = await signUp(s, { tier: 'admin' });
    const { password } = (await create(admin)).body;
    const refused = endpoints.filter((one) => !isOpenToApps(one));
    expect(refused.map(({ route }) => route)).toEqual(
      expect.arrayContaining([
        'POST /auth/password',
        'DELETE /auth/me',
        'POST /auth/app-passwords',
        'POST /api/create-payment-intent',
        'POST /payments/portal',
        'GET /account_status/:id',
        'GET /members',
        'POST /track',
      ]),
    );
    for (const { method, path } of refused.filter((one) => !('upload' in one) && !('file' in one))) {
      const url = path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
      const headers = { host: 'localhost', authorization: `Bearer ${password}` };
      const answer = await s.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) });
      expect([path, answer.json().code]).toEqual([path, 'app_password_refused']);
    }
    // An admin's other calls are a member's.
    const { body } = await call(s, 'GET /track?is_deleted=true', { token: password });
    expect(body).toEqual([]);
  });

  it('ends when it is revoked, and with a suspension', async () => {
    const { body } = await create(person);
    const use = async () => (await call(s, 'GET /library/counts', { token: body.password })).status;
    expect(await use()).toBe(200);
    const stranger = await signUp(s);
    const revoke = ({ token }: Person) =>
      call(s, `DELETE /auth/app-passwords/${body.id}`, { token }).then(({ status }) => status);
    expect(await revoke(stranger)).toBe(404);
    await s.c.db.updateTable('user').set({ suspended_at: 1 }).where('id', '=', person.id).execute();
    expect(await use()).toBe(401);
    await s.c.db.updateTable('user').set({ suspended_at: null }).where('id', '=', person.id).execute();
    expect([await use(), await revoke(person), await use()]).toEqual([200, 200, 401]);
  });

  it('ends with a password reset if its owner says so', async () => {
    await create(person, 'Old phone');
    s.time.now += 1000;
    await create(person, 'New phone');
    await call(s, 'POST /auth/password-reset', {
      body: { email: person.email },
      headers: { host: 'localhost' },
    });
    const link = () => /#reset=([\w-]+)/.exec(s.mails.map(({ text }) => text).join('\n'))?.[1];
    await expect.poll(link).toBeDefined();
    const token = link()!;
    const { body } = await call(s, 'POST /auth/password-reset/login-methods', { body: { token } });
    expect(body.login_methods).toMatchObject([
      { kind: 'app-password', name: 'Old phone' },
      { kind: 'app-password', name: 'New phone' },
    ]);
    const keep = [body.login_methods[1].id];
    await call(s, 'POST /auth/password-reset/confirm', { body: { token, password: 'another one', keep } });
    const left = await s.c.db.selectFrom('app_password').select('name').execute();
    expect(left).toEqual([{ name: 'New phone' }]);
  });

  it('is one of twenty at most', async () => {
    for (let i = 0; i < APP_PASSWORDS_MAX; i++)
      expect((await create(person, `Device ${i}`)).status).toBe(201);
    expect((await create(person)).body.code).toBe('too_many_app_passwords');
  });
});
