import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { PASSWORD, type Person, signUp, type TestServer, testServer } from '../../../testing/server.ts';
import { type Lies, openLoginProvider } from '../testing/login-provider.ts';
import { CHALLENGE_LASTS_MS } from './login-challenges.ts';
import { labelOf } from './login-provider.ts';
import { totpOf } from './second-factor-codes.ts';

let provider: Awaited<ReturnType<typeof openLoginProvider>>;
let s: TestServer;
let person: Person;
beforeAll(async () => {
  provider = await openLoginProvider();
});
beforeEach(async () => {
  s = await testServer({ rateLimit: true, accountSettings: { providers: [provider.settings()] } });
  person = await signUp(s);
});
afterEach(() => s.close());
afterAll(() => provider.close());

const post = (path: string, body: object = {}, { token, cookie }: { token?: string; cookie?: string } = {}) =>
  call(s, `POST ${path}` as 'POST /', {
    body,
    headers: { host: 'localhost', ...(cookie && { cookie }) },
    ...(token && { token }),
  });

/** Begins in a browser of its own. */
async function begin(path: string, token?: string) {
  const { status, body, headers } = await post(path, {}, token ? { token } : {});
  return { status, body, url: body.url as string, cookie: String(headers['set-cookie']).split(';')[0]! };
}

async function link({ token }: { token: string }, subject = 'ada', lies: Lies = {}) {
  await post('/auth/confirmation', { password: PASSWORD }, { token });
  const { url, cookie } = await begin('/auth/identities/begin', token);
  return post('/auth/identities', provider.agree(url, subject, lies), { token, cookie });
}

async function logIn(subject = 'ada', lies: Lies = {}) {
  const { url, cookie } = await begin('/auth/provider-login/begin');
  return { cookie, ...(await post('/auth/provider-login', provider.agree(url, subject, lies), { cookie })) };
}
const unlink = (token: string, id: string) =>
  call(s, `DELETE /auth/identities/${id}` as 'DELETE /', { token });

describe('linking a login of the provider', () => {
  it('takes the password just before, and then logs in without it', async () => {
    expect((await begin('/auth/identities/begin', person.token)).body.code).toBe('confirmation_needed');
    expect((await logIn()).body.code).toBe('unknown_identity');
    expect((await link(person)).status).toBe(201);
    const { status, body } = await logIn();
    expect([status, body.user.email]).toEqual([200, person.email]);
    const { body: list } = await call(s, 'GET /auth/identities', { token: body.authToken });
    expect(list).toMatchObject([{ issuer: provider.issuer, label: 'ada@choir.example' }]);
    const exported = await call(s, 'GET /auth/me/export', { token: body.authToken });
    expect(exported.body.identities).toMatchObject([{ subject: 'ada' }]);
    expect((await unlink(body.authToken, list[0].id)).body.code).toBe('confirmation_needed');
    expect((await unlink(person.token, list[0].id)).status).toBe(200);
    expect((await logIn()).body.code).toBe('unknown_identity');
    await expect
      .poll(() => s.mails.map(({ subject }) => subject))
      .toEqual(['Login linked to your Ovation account', 'Login unlinked from your Ovation account']);
  });

  it('never recognizes anybody by an email address', async () => {
    const claims = { email: person.email, email_verified: true };
    expect((await logIn('mallory', { claims })).body.code).toBe('unknown_identity');
  });

  it('is for one account, and one of each provider', async () => {
    await link(person);
    expect((await link(await signUp(s))).body.code).toBe('identity_taken');
    expect((await link(person)).body.code).toBe('identity_taken');
    expect((await link(person, 'bob')).body.code).toBe('identity_linked');
  });

  it('works only in the session and the browser that began it', async () => {
    const other = await signUp(s);
    for (const { token } of [person, other])
      await post('/auth/confirmation', { password: PASSWORD }, { token });
    const begun = await begin('/auth/identities/begin', person.token);
    const answer = provider.agree(begun.url, 'ada');
    const taken = await post('/auth/identities', answer, { token: other.token, cookie: begun.cookie });
    expect(taken.body.code).toBe('provider_refused');
    const again = await begin('/auth/identities/begin', person.token);
    const elsewhere = { token: person.token, cookie: begun.cookie };
    const refused = await post('/auth/identities', provider.agree(again.url, 'ada'), elsewhere);
    expect(refused.body.code).toBe('provider_refused');
  });

  it('does not leave an account without a way in', async () => {
    const { id } = (await link(person)).body;
    await s.c.db.updateTable('user').set({ password_hash: null }).where('id', '=', person.id).execute();
    expect((await unlink(person.token, id)).body.code).toBe('last_login_method');
  });

  it('ends with the account', async () => {
    await link(person);
    const { token } = person;
    expect((await call(s, 'DELETE /auth/me', { token, body: { password: PASSWORD } })).status).toBe(200);
    expect(await s.c.db.selectFrom('identity').selectAll().execute()).toEqual([]);
  });
});

describe('logging in with the provider', () => {
  beforeEach(async () => {
    await link(person);
  });

  it.each<[string, Lies]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['a token that has expired', { claims: { exp: 1 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['no signature', { algorithm: 'none' }],
    ['a foreign key', { foreignKey: true }],
    ['a redirect', { redirect: true }],
  ])('refuses an answer with %s', async (_what, lies) => {
    const { status, body } = await logIn('ada', lies);
    expect([status, body.code]).toEqual([403, 'provider_refused']);
    expect((await logIn()).status).toBe(200);
  });

  it('refuses an answer twice, too late, in another browser, or of another provider', async () => {
    const start = () => begin('/auth/provider-login/begin');
    const finish = async (answer: object, cookie: string) =>
      (await post('/auth/provider-login', answer, { cookie })).body.code;
    const first = await start();
    const answer = provider.agree(first.url, 'ada');
    expect(await finish(answer, first.cookie)).toBeUndefined();
    expect(await finish(answer, first.cookie)).toBe('provider_refused');
    const second = await start();
    expect(await finish(provider.agree(second.url, 'ada'), first.cookie)).toBe('provider_refused');
    const third = await start();
    const iss = 'https://evil.example';
    expect(await finish({ ...provider.agree(third.url, 'ada'), iss }, third.cookie)).toBe('provider_refused');
    const late = await start();
    s.time.now += CHALLENGE_LASTS_MS;
    expect(await finish(provider.agree(late.url, 'ada'), late.cookie)).toBe('provider_refused');
  });

  it('waits five seconds for the provider', async () => {
    const { timeout } = AbortSignal;
    const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    const { body } = await logIn('ada', { silent: true });
    const waits = soon.mock.calls.map(([ms]) => ms);
    soon.mockRestore();
    expect([body.code, waits]).toEqual(['provider_unavailable', waits.map(() => 5000)]);
    expect(waits).not.toEqual([]);
  });

  it('says that the provider is away when it fails or sends too much, and asks again later', async () => {
    expect((await logIn('ada', { status: 500 })).body.code).toBe('provider_unavailable');
    expect((await logIn('ada', { padding: 1024 ** 2 })).body.code).toBe('provider_unavailable');
    const asked = () => provider.calls.filter((url) => url.includes('well-known')).length;
    const before = asked();
    s.time.now += 3_600_000;
    provider.state.status = 503;
    const { status, body } = await begin('/auth/provider-login/begin');
    provider.state.status = 200;
    expect([status, body.code]).toEqual([503, 'provider_unavailable']);
    expect((await logIn()).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    expect(asked() - before).toBe(2);
  });

  it('asks for the code of a second factor', async () => {
    const { token } = person;
    const { body } = await post('/auth/second-factor', { password: PASSWORD }, { token });
    const code = async () => (await totpOf(body.secret)).generate({ timestamp: s.time.now });
    await post('/auth/second-factor/confirm', { code: await code() }, { token });
    s.time.now += 30_000;
    const { body: asked, cookie } = await logIn();
    expect(asked).toMatchObject({ code: 'second_factor_required', token: expect.any(String) });
    const finish = async (code: string, cookie?: string) =>
      post('/auth/provider-login/code', { token: asked.token, code }, cookie ? { cookie } : {});
    expect((await finish('000000', cookie)).body.code).toBe('wrong_code');
    expect((await finish(await code())).body.code).toBe('provider_refused');
    expect((await finish(await code(), cookie)).body.user.email).toBe(person.email);
    s.time.now += 30_000;
    expect((await finish(await code(), cookie)).body.code).toBe('provider_refused');
  });

  it('refuses a suspended member', async () => {
    await s.c.db.updateTable('user').set({ suspended_at: 1 }).where('id', '=', person.id).execute();
    expect((await logIn()).body.code).toBe('suspended');
  });
});

it('is offered only where it is set up, by a cookie that scripts cannot read', async () => {
  expect((await call(s, 'GET /auth/settings')).body.providers).toMatchObject([
    { id: '1', name: 'The choir' },
  ]);
  const { headers } = await post('/auth/provider-login/begin');
  expect(headers['set-cookie']).toMatch(/^login=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
});

it('a linked login is called by the first claim that can be shown as a name', () => {
  expect(labelOf(undefined, 7, ' \u202E', 'Ada\n\u202ELovelace')).toBe('Ada Lovelace');
  expect([labelOf('\0'), labelOf('x'.repeat(300))]).toEqual([null, 'x'.repeat(254)]);
});
