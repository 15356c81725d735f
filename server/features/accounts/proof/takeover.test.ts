import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { PASSWORD, signUp, type TestServer, testServer } from '../../../testing/server.ts';
import { totpOf } from '../login/second-factor-codes.ts';
import { authenticator } from '../testing/authenticator.ts';
import { openLoginProvider } from '../testing/login-provider.ts';

let provider: Awaited<ReturnType<typeof openLoginProvider>>;
let s: TestServer;
beforeAll(async () => {
  provider = await openLoginProvider();
});
beforeEach(async () => {
  s = await testServer({ rateLimit: true, accountSettings: { providers: [provider.settings()] } });
});
afterEach(() => s.close());
afterAll(() => provider.close());

const OWNERS_PASSWORD = 'the owner chose this';
const post = (path: string, body: object = {}, { token, cookie }: { token?: string; cookie?: string } = {}) =>
  call(s, `POST ${path}` as 'POST /', {
    body,
    headers: { host: 'localhost', ...(cookie && { cookie }) },
    ...(token && { token }),
  });

/** A stranger signs up with the address of somebody else, who gets the mails. */
async function claim() {
  const email = `${randomUUID()}@people.example`;
  const { body } = await post('/auth/signup', { name: 'Mallory', email, password: PASSWORD });
  return { email, token: body.authToken as string };
}

type Key = ReturnType<typeof authenticator>;
const beginPasskey = async (token: string) => {
  await post('/auth/confirmation', { password: PASSWORD }, { token });
  return post('/auth/passkeys/challenge', {}, { token });
};
const finishPasskey = (token: string, key: Key, options: Parameters<Key['make']>[0], name = 'Planted') =>
  post('/auth/passkeys', { name, credential: key.make(options) }, { token });
async function addPasskey(token: string, name?: string) {
  const key = authenticator();
  const { body } = await finishPasskey(token, key, (await beginPasskey(token)).body, name);
  return { key, id: body.id as string };
}
const logInWithPasskey = async (key: Key) => {
  const { body } = await post('/auth/passkey-login/challenge');
  return post('/auth/passkey-login', { credential: key.use(body) });
};

async function visitProvider(path: string, token?: string, subject = 'mallory') {
  const { body, headers } = await post(path, {}, token ? { token } : {});
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  return { cookie, answer: provider.agree(body.url, subject) };
}
async function linkLogin(token: string) {
  await post('/auth/confirmation', { password: PASSWORD }, { token });
  const { cookie, answer } = await visitProvider('/auth/identities/begin', token);
  return post('/auth/identities', answer, { token, cookie });
}
async function logInWithProvider() {
  const { cookie, answer } = await visitProvider('/auth/provider-login/begin');
  return { cookie, ...(await post('/auth/provider-login', answer, { cookie })) };
}

const codeOf = async (secret: string) => (await totpOf(secret)).generate({ timestamp: s.time.now });
async function turnOnCodes(token: string): Promise<string> {
  const { body } = await post('/auth/second-factor', { password: PASSWORD }, { token });
  await post('/auth/second-factor/confirm', { code: await codeOf(body.secret) }, { token });
  s.time.now += 30_000;
  return body.secret;
}

async function mailedToken(email: string): Promise<string> {
  const tokens = () =>
    s.mails.flatMap(({ to, text }) => (to === email ? (/#reset=([\w-]+)/.exec(text)?.[1] ?? []) : []));
  const before = tokens().length;
  await post('/auth/password-reset', { email });
  await vi.waitFor(() => expect(tokens().length).toBe(before + 1));
  return tokens().at(-1)!;
}
const reset = (token: string, more: object = {}) =>
  post('/auth/password-reset/confirm', { token, password: OWNERS_PASSWORD, ...more });
const logInAsOwner = (email: string) => post('/auth/login', { email, password: OWNERS_PASSWORD });
const mailsAbout = (subject: RegExp) => s.mails.filter((mail) => subject.test(mail.subject));

describe('somebody who signs up with another person’s address', () => {
  it('cannot add a passkey, link a login or set up an authenticator before it is confirmed', async () => {
    const { token } = await claim();
    expect((await beginPasskey(token)).body.code).toBe('email_unconfirmed');
    const provided = await post('/auth/identities/begin', {}, { token });
    expect(provided.body.code).toBe('email_unconfirmed');
    const factor = await post('/auth/second-factor', { password: PASSWORD }, { token });
    expect(factor.body.code).toBe('email_unconfirmed');
    for (const table of ['passkey', 'identity', 'second_factor'] as const)
      expect(await s.c.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('cannot finish, once mail is on, what they began while it was off', async () => {
    const { mail } = s.c;
    s.c.mail = null;
    const { token } = await claim();
    const { body: options } = await beginPasskey(token);
    const trip = await visitProvider('/auth/identities/begin', token);
    const { body: factor } = await post('/auth/second-factor', { password: PASSWORD }, { token });
    s.c.mail = mail;
    expect((await finishPasskey(token, authenticator(), options)).body.code).toBe('email_unconfirmed');
    const linked = await post('/auth/identities', trip.answer, { token, cookie: trip.cookie });
    expect(linked.body.code).toBe('email_unconfirmed');
    const code = await codeOf(factor.secret);
    const confirmed = await post('/auth/second-factor/confirm', { code }, { token });
    expect(confirmed.body.code).toBe('email_unconfirmed');
  });

  it('keeps no way in, and keeps nobody out, when the owner takes the account over', async () => {
    const { mail } = s.c;
    // As long as no mail is sent, nobody can confirm an address, and nothing of this is refused.
    s.c.mail = null;
    const { email, token } = await claim();
    const { key } = await addPasskey(token);
    expect((await linkLogin(token)).status).toBe(201);
    const secret = await turnOnCodes(token);
    const pending = await logInWithProvider();
    expect(pending.body.code).toBe('second_factor_required');
    s.c.mail = mail;

    expect((await reset(await mailedToken(email))).status).toBe(200);
    expect((await logInWithPasskey(key)).body.code).toBe('unknown_passkey');
    expect((await logInWithProvider()).body.code).toBe('unknown_identity');
    const body = { token: pending.body.token, code: await codeOf(secret) };
    const finished = await post('/auth/provider-login/code', body, { cookie: pending.cookie });
    expect(finished.body.code).toBe('provider_refused');
    expect((await call(s, 'GET /auth/me', { token })).status).toBe(401);
    for (const table of ['second_factor', 'recovery_code', 'login_challenge'] as const)
      expect(await s.c.db.selectFrom(table).selectAll().where('user_id', 'is not', null).execute()).toEqual(
        [],
      );
    const entered = await logInAsOwner(email);
    expect([entered.status, entered.body.user.email]).toEqual([200, email]);
    await vi.waitFor(() => expect(mailsAbout(/password has changed/)).toHaveLength(1));
    expect(mailsAbout(/password has changed/)[0]!.text).toMatch(
      /removed: 1 passkey, 1 linked login, the authenticator app/,
    );
  });

  it('cannot add a passkey in the moment of the reset', async () => {
    const owner = await signUp(s);
    const { body: options } = await beginPasskey(owner.token);
    const link = await mailedToken(owner.email);
    const key = authenticator();
    const begin = s.c.db.transaction.bind(s.c.db);
    const adding = vi.spyOn(s.c.db, 'transaction').mockImplementationOnce(() => {
      const late = begin();
      const execute: typeof late.execute = async (change) => {
        expect((await reset(link)).status).toBe(200);
        return late.execute(change);
      };
      return Object.assign(Object.create(late), { execute });
    });
    const added = await finishPasskey(owner.token, key, options);
    adding.mockRestore();
    expect(added.body.code).toBe('unauthorized');
    expect((await logInWithPasskey(key)).body.code).toBe('unknown_passkey');
  });
});

describe('a reset of a confirmed account', () => {
  const ask = (token: string) => post('/auth/password-reset/login-methods', { token });

  it('lists the ways in, in both mails and for the page, and removes none by itself', async () => {
    const { email, token } = await signUp(s);
    const { key } = await addPasskey(token, 'My phone');
    await linkLogin(token);
    const secret = await turnOnCodes(token);
    const link = await mailedToken(email);
    const words = '1 passkey and 1 linked login';
    expect(mailsAbout(/^Reset/)[0]!.text).toContain(words);
    // A thief may have chosen the names.
    expect(mailsAbout(/^Reset/)[0]!.text).not.toContain('My phone');
    const { status, body } = await ask(link);
    expect(status).toBe(200);
    expect(body).toMatchObject({ first_confirmation: false, second_factor: true });
    expect(body.login_methods).toMatchObject([
      { kind: 'passkey', name: 'My phone' },
      { kind: 'identity', name: expect.stringContaining('mallory@choir.example') },
    ]);
    expect((await reset(link)).status).toBe(200);
    await vi.waitFor(() => expect(mailsAbout(/password has changed/)).toHaveLength(1));
    expect(mailsAbout(/password has changed/)[0]!.text).toContain(words);
    expect((await logInWithPasskey(key)).status).toBe(200);
    const asked = await logInAsOwner(email);
    expect(asked.body.code).toBe('second_factor_required');
    const code = await codeOf(secret);
    expect((await post('/auth/login', { email, password: OWNERS_PASSWORD, code })).status).toBe(200);
  });

  it('removes those that the owner does not keep, also one that was added meanwhile', async () => {
    const { email, token } = await signUp(s);
    const [mine, planted] = [await addPasskey(token, 'Mine'), await addPasskey(token)];
    await linkLogin(token);
    const link = await mailedToken(email);
    const listed = (await ask(link)).body.login_methods as { id: string }[];
    expect(listed).toHaveLength(3);
    const late = await addPasskey(token);
    expect((await reset(link, { keep: [mine.id] })).status).toBe(200);
    for (const { key } of [planted, late])
      expect((await logInWithPasskey(key)).body.code).toBe('unknown_passkey');
    expect((await logInWithProvider()).body.code).toBe('unknown_identity');
    expect((await logInWithPasskey(mine.key)).status).toBe(200);
    const entered = await logInAsOwner(email);
    const { body } = await call(s, 'GET /auth/me/activity', { token: entered.body.authToken });
    expect(body).toContainEqual(
      expect.objectContaining({ subject: 'Removed 2 passkeys and 1 linked login with a new password' }),
    );
  });

  it('tells strangers nothing', async () => {
    const { email, token } = await signUp(s);
    const other = await signUp(s);
    const { key, id } = await addPasskey(other.token);
    expect(await ask('made-up')).toMatchObject({ status: 400, body: { code: 'bad_reset' } });
    const link = await mailedToken(email);
    expect((await ask(link)).body.login_methods).toEqual([]);
    expect((await reset(link, { keep: [id] })).status).toBe(200);
    expect((await ask(link)).body.code).toBe('bad_reset');
    expect((await logInWithPasskey(key)).status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token })).status).toBe(401);
  });
});
