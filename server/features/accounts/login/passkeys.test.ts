import { PASSKEYS_MAX } from 'contract/features/accounts/accounts-constants.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { PASSWORD, type Person, signUp } from '../../../testing/server.ts';
import { authenticator } from '../testing/authenticator.ts';
import { CHALLENGE_LASTS_MS, deleteExpiredChallenges } from './login-challenges.ts';
import { totpOf } from './second-factor-codes.ts';

const s = serverPerTest({ rateLimit: true });
let person: Person;
beforeEach(async () => {
  person = await signUp(s);
});

const headers = { host: 'localhost', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const post = (path: string, token: string | undefined, body: unknown = {}) =>
  call(s, `POST ${path}` as 'POST /', { body, headers, ...(token && { token }) });
const confirm = (token: string, code?: string) =>
  post('/auth/confirmation', token, { password: PASSWORD, ...(code && { code }) });
const begin = async (token: string) => (await post('/auth/passkeys/challenge', token)).body;

async function add({ token }: { token: string }, key = authenticator(), name = 'My phone') {
  await confirm(token);
  const credential = key.make(await begin(token));
  const added = await post('/auth/passkeys', token, { name, credential });
  return { key, id: added.body.id as string, ...added };
}

type Key = ReturnType<typeof authenticator>;
async function logIn(key: Key, lies: Parameters<Key['use']>[1] = {}) {
  const options = (await post('/auth/passkey-login/challenge', undefined)).body;
  return post('/auth/passkey-login', undefined, { credential: key.use(options, lies) });
}
const remove = (token: string, id: string) =>
  call(s, `DELETE /auth/passkeys/${id}` as 'DELETE /', { token, headers });

describe('adding a passkey', () => {
  it('takes the password just before, and then logs in without it', async () => {
    expect((await post('/auth/passkeys/challenge', person.token)).body.code).toBe('confirmation_needed');
    expect((await post('/auth/confirmation', person.token, { password: 'wrong' })).body.code).toBe(
      'wrong_password',
    );
    const { key, status } = await add(person);
    expect(status).toBe(201);
    await expect
      .poll(() => s.mails.map(({ subject }) => subject))
      .toContain('New passkey for your Ovation account');
    s.time.now += 60_000;
    const { status: entered, body } = await logIn(key);
    expect([entered, body.user.email]).toEqual([200, person.email]);
    const list = await call(s, 'GET /auth/passkeys', { token: body.authToken });
    expect(list.body).toMatchObject([{ name: 'My phone', last_used_at: s.time.now }]);
    const sessions = await call(s, 'GET /auth/sessions', { token: body.authToken });
    expect(sessions.body[0]).toMatchObject({ device: 'Firefox on Linux', current: true });
  });

  it('is confirmed for ten minutes', async () => {
    expect((await confirm(person.token)).body.seconds_left).toBe(600);
    s.time.now += 600_000;
    expect((await post('/auth/passkeys/challenge', person.token)).body.code).toBe('confirmation_needed');
    const state = await call(s, 'GET /auth/confirmation', { token: person.token });
    expect(state.body).toEqual({
      seconds_left: 0,
      has_password: true,
      needs_code: false,
      has_passkey: false,
    });
  });

  it('takes a code, too, where the account has a second factor', async () => {
    const { token } = person;
    const { body } = await post('/auth/second-factor', token, { password: PASSWORD });
    const code = async () => (await totpOf(body.secret)).generate({ timestamp: s.time.now });
    await post('/auth/second-factor/confirm', token, { code: await code() });
    expect((await confirm(token)).body.code).toBe('second_factor_required');
    expect((await confirm(token, '000000')).body.code).toBe('wrong_code');
    expect((await post('/auth/passkeys/challenge', token)).body.code).toBe('confirmation_needed');
    s.time.now += 30_000;
    expect((await confirm(token, await code())).status).toBe(200);
    expect((await post('/auth/passkeys/challenge', token)).status).toBe(200);
  });

  it.each([
    ['another site', { rpId: 'evil.example' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an authenticator that verified nobody', { verified: false }],
    ['a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['a use instead of a creation', { type: 'webauthn.get' }],
  ])('refuses one of %s', async (_what, lies) => {
    await confirm(person.token);
    const credential = authenticator().make(await begin(person.token), lies);
    const { status, body } = await post('/auth/passkeys', person.token, { name: 'Phone', credential });
    expect([status, body.code]).toEqual([403, 'bad_passkey']);
  });

  it('takes a challenge once, in its time, in its session and for its purpose', async () => {
    await confirm(person.token);
    const other = await signUp(s);
    const addWith = (token: string, options: Parameters<Key['make']>[0]) =>
      post('/auth/passkeys', token, { name: 'Phone', credential: authenticator().make(options) });
    const options = await begin(person.token);
    expect((await addWith(other.token, options)).body.code).toBe('bad_passkey');
    expect((await addWith(person.token, options)).body.code).toBe('bad_passkey');
    const late = await begin(person.token);
    s.time.now += CHALLENGE_LASTS_MS;
    expect((await addWith(person.token, late)).body.code).toBe('bad_passkey');
    const forLogIn = (await post('/auth/passkey-login/challenge', undefined)).body;
    const mixed = { ...forLogIn, user: { id: '' } };
    expect((await addWith(person.token, mixed)).body.code).toBe('bad_passkey');
    await deleteExpiredChallenges(s.c);
    expect(await s.c.db.selectFrom('login_challenge').select('kind').execute()).toEqual([
      { kind: 'passkey-log-in' },
    ]);
  });

  it('refuses one that is known already, and more than the limit', async () => {
    const { key } = await add(person);
    expect((await add(await signUp(s), key)).body.code).toBe('passkey_taken');
    for (let n = 1; n < PASSKEYS_MAX; n++) expect((await add(person)).status).toBe(201);
    expect((await post('/auth/passkeys/challenge', person.token)).body.code).toBe('too_many_passkeys');
  });

  it('refuses more than the limit also when all of them were begun before', async () => {
    await confirm(person.token);
    const begun = [];
    for (let n = 0; n <= PASSKEYS_MAX; n++) begun.push(await begin(person.token));
    const answers = [];
    for (const options of begun) {
      const credential = authenticator().make(options);
      answers.push(await post('/auth/passkeys', person.token, { name: 'Phone', credential }));
    }
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(PASSKEYS_MAX);
    expect(answers.at(-1)!.body.code).toBe('too_many_passkeys');
  });

  it.each(['127.0.0.1', 'ovation.example'])('is not offered at http://%s', async (host) => {
    const at = { headers: { host } };
    expect((await call(s, 'GET /auth/settings', at)).body.passkeys).toBe(false);
    const { status } = await call(s, 'POST /auth/passkey-login/challenge', { ...at, body: {} });
    expect(status).toBe(404);
  });
});

describe('logging in with a passkey', () => {
  it.each([
    ['another site', { rpId: 'evil.example' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an authenticator that verified nobody', { verified: false }],
    ['somebody else', { userHandle: '5b6e1c2e-0000-4000-8000-000000000000' }],
    ['a copy that counts from the start', { counter: 1 }],
  ])('refuses one of %s', async (_what, lies) => {
    const { key } = await add(person);
    expect((await logIn(key)).status).toBe(200);
    const { status, body } = await logIn(key, lies);
    expect([status, body.code]).toEqual([403, 'bad_passkey']);
  });

  it('refuses a wrong signature, a replay and one it does not know', async () => {
    const { key } = await add(person);
    const challenge = async () => (await post('/auth/passkey-login/challenge', undefined)).body;
    const use = (credential: object) => post('/auth/passkey-login', undefined, { credential });
    const credential = key.use(await challenge());
    const answers = await Promise.all([use(credential), use(credential)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { response } = authenticator().use(await challenge(), { userHandle: person.id, counter: 9 });
    expect((await use({ ...credential, response })).body.code).toBe('bad_passkey');
    expect((await logIn(authenticator(), { userHandle: person.id })).body.code).toBe('unknown_passkey');
  });

  it.each([
    'AAAA',
    'o2M',
    Buffer.from('null').toString('base64url'),
    Buffer.from('[]{').toString('base64url'),
  ])('refuses %s in place of any part, never with a failure of the server', async (junk) => {
    const { key } = await add(person);
    const made = key.make(await begin(person.token));
    const used = key.use((await post('/auth/passkey-login/challenge', undefined)).body);
    for (const part of ['clientDataJSON', 'attestationObject'] as const) {
      const credential = { ...made, response: { ...made.response, [part]: junk } };
      const { body } = await post('/auth/passkeys', person.token, { name: 'Phone', credential });
      expect(body.code).toBe('bad_passkey');
    }
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const) {
      const credential = { ...used, response: { ...used.response, [part]: junk } };
      const { body } = await post('/auth/passkey-login', undefined, { credential });
      expect(body.code).toBe('bad_passkey');
    }
  });

  it('accepts passkeys that do not count', async () => {
    const { key } = await add(person);
    await s.c.db.updateTable('passkey').set({ counter: 0 }).execute();
    for (let n = 0; n < 2; n++) expect((await logIn(key, { counter: 0 })).status).toBe(200);
    // Then the challenge alone tells a replay.
    const challenge = async () => (await post('/auth/passkey-login/challenge', undefined)).body;
    const options = await challenge();
    const enter = (begun: typeof options) =>
      post('/auth/passkey-login', undefined, { credential: key.use(begun, { counter: 0 }) });
    const late = await challenge();
    expect((await enter(options)).status).toBe(200);
    expect((await enter(options)).body.code).toBe('bad_passkey');
    expect((await enter({ ...options, challenge: 'A'.repeat(43) })).body.code).toBe('bad_passkey');
    s.time.now += CHALLENGE_LASTS_MS;
    expect((await enter(late)).body.code).toBe('bad_passkey');
  });

  it('may change how one logs in for ten minutes, as after a confirmation', async () => {
    const { key } = await add(person);
    const { body } = await logIn(key);
    const state = await call(s, 'GET /auth/confirmation', { token: body.authToken });
    expect(state.body.seconds_left).toBe(600);
  });

  it('refuses a suspended member, and one who removed it', async () => {
    const { key, id } = await add(person);
    await s.c.db.updateTable('user').set({ suspended_at: 1 }).where('id', '=', person.id).execute();
    expect((await logIn(key)).body.code).toBe('suspended');
    await s.c.db.updateTable('user').set({ suspended_at: null }).execute();
    expect((await remove(person.token, id)).status).toBe(200);
    expect((await logIn(key)).body.code).toBe('unknown_passkey');
    const subjects = () => s.mails.map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Passkey removed from your Ovation account');
  });

  it('gives an admin who needs a second factor an admin’s rights', async () => {
    s.c.accountSettings.requireAdminSecondFactor = true;
    const admin = await signUp(s, { tier: 'admin' });
    expect((await call(s, 'GET /members', { token: admin.token })).body.code).toBe('second_factor_needed');
    const { key } = await add(admin);
    expect((await call(s, 'GET /members', { token: admin.token })).status).toBe(200);
    const { body } = await logIn(key);
    expect((await call(s, 'GET /members', { token: body.authToken })).status).toBe(200);
  });
});

describe('removing a passkey', () => {
  it('can be confirmed with a passkey of one’s own, not with another’s', async () => {
    const { key, id } = await add(person);
    s.time.now += 600_000;
    expect((await remove(person.token, id)).body.code).toBe('confirmation_needed');
    const other = await signUp(s);
    const { key: foreign } = await add(other);
    const confirmWith = async (used: Key) => {
      const options = (await post('/auth/confirmation/challenge', person.token)).body;
      expect(options.allowCredentials).toMatchObject([{ transports: ['internal'] }]);
      return post('/auth/confirmation/passkey', person.token, { credential: used.use(options) });
    };
    expect((await confirmWith(foreign)).body.code).toBe('unknown_passkey');
    expect((await confirmWith(key)).body.seconds_left).toBe(600);
    expect((await remove(other.token, id)).body.code).toBe('not_found');
    expect((await remove(person.token, id)).status).toBe(200);
    const { body } = await call(s, 'GET /auth/me/export', { token: person.token });
    expect(JSON.stringify(body.account_events)).toContain('Removed the passkey “My phone”');
  });

  it('is not confirmed by what was begun in another session, or signed by a copy', async () => {
    const { key } = await add(person);
    await logIn(key);
    const login = { email: person.email, password: PASSWORD };
    const second = (await post('/auth/login', undefined, login)).body.authToken as string;
    const challenge = async () => (await post('/auth/confirmation/challenge', second)).body;
    const confirmAs = async (token: string, lies: Parameters<Key['use']>[1] = {}) =>
      (await post('/auth/confirmation/passkey', token, { credential: key.use(await challenge(), lies) }))
        .body;
    expect((await confirmAs(person.token)).code).toBe('bad_passkey');
    expect((await confirmAs(second, { challenge: 'A'.repeat(43) })).code).toBe('bad_passkey');
    expect((await confirmAs(second, { counter: 1 })).code).toBe('bad_passkey');
    expect((await confirmAs(second)).seconds_left).toBe(600);
  });

  it('never takes away the only way to log in', async () => {
    const [first, second] = [await add(person), await add(person)];
    await s.c.db.updateTable('user').set({ password_hash: null }).where('id', '=', person.id).execute();
    expect((await remove(person.token, first.id)).status).toBe(200);
    expect((await remove(person.token, second.id)).body.code).toBe('last_login_method');
    expect((await logIn(second.key)).status).toBe(200);
  });
});

it('is part of the export and is erased with the account', async () => {
  await add(person);
  await begin(person.token);
  const { body } = await call(s, 'GET /auth/me/export', { token: person.token });
  expect(body.passkeys).toMatchObject([{ name: 'My phone', last_used_at: null }]);
  expect(JSON.stringify(body.account_events)).toContain('Added the passkey “My phone”');
  const stored = await s.c.db.selectFrom('passkey').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(body)).not.toContain(stored.public_key);
  await call(s, 'DELETE /auth/me', { token: person.token, body: { password: PASSWORD } });
  expect(await s.c.db.selectFrom('passkey').selectAll().execute()).toEqual([]);
  expect(await s.c.db.selectFrom('login_challenge').selectAll().execute()).toEqual([]);
});
