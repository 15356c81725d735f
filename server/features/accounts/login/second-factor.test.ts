import { beforeEach, describe, expect, it } from 'vitest';
import { secretBox } from '../../../platform/secret-box.ts';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { PASSWORD, type Person, signUp, type TestServer, testServer } from '../../../testing/server.ts';
import { setPassword } from '../accounts.ts';
import { dropSecondFactor } from './second-factor.ts';
import { totpOf } from './second-factor-codes.ts';

const s = serverPerTest({ rateLimit: true });
let person: Person;
let secret: string;
let recovery: string[];
beforeEach(async () => {
  person = await signUp(s);
  ({ secret, recovery } = await turnOn(s, person));
});

/** Turns the second factor on, as the page does. */
async function turnOn(s: TestServer, { token }: Person) {
  const begun = await call(s, 'POST /auth/second-factor', { token, body: { password: PASSWORD } });
  const body = { code: await codeOf(begun.body.secret) };
  const confirmed = await call(s, 'POST /auth/second-factor/confirm', { token, body });
  expect(confirmed.status).toBe(200);
  s.time.now += 30_000;
  return { secret: begun.body.secret as string, recovery: confirmed.body.recovery_codes as string[] };
}

/** The code that an app shows at the server's time. */
const codeOf = async (secret: string, offset = 0) =>
  (await totpOf(secret)).generate({ timestamp: s.time.now + offset * 30_000 });
const logIn = (code?: string, from = '10.0.0.1', password = PASSWORD) =>
  call(s, 'POST /auth/login', { body: { email: person.email, password, ...(code && { code }) }, from });

describe('logging in with a second factor', () => {
  it('asks for a code only after the right password', async () => {
    expect((await logIn(undefined, '10.0.0.1', 'not this one')).body.code).toBe('wrong_credentials');
    const asked = await logIn();
    expect([asked.status, asked.body.code]).toEqual([403, 'second_factor_required']);
    expect(asked.body.authToken).toBeUndefined();
    const { status, body } = await logIn(await codeOf(secret));
    expect(status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token: body.authToken })).body.email).toBe(person.email);
  });

  it('asks a login for a code that began before it was turned on', async () => {
    const other = await signUp(s);
    const { passwords } = s.c;
    s.c.passwords = {
      ...passwords,
      matches: async (hash, password) => {
        s.c.passwords = passwords;
        await turnOn(s, other);
        return passwords.matches(hash, password);
      },
    };
    const body = { email: other.email, password: PASSWORD };
    // From elsewhere: the passwords of a place are checked one after another.
    const answer = await call(s, 'POST /auth/login', { body, from: '10.0.0.9' });
    expect(answer.body.code).toBe('second_factor_required');
    expect(answer.body.authToken).toBeUndefined();
  });

  it('accepts each code once, and none from before it', async () => {
    const [before, now] = [await codeOf(secret, -1), await codeOf(secret)];
    expect((await logIn(now)).status).toBe(200);
    expect((await logIn(now)).body.code).toBe('wrong_code');
    expect((await logIn(before)).body.code).toBe('wrong_code');
    s.time.now += 1000;
    expect((await logIn(now)).body.code).toBe('wrong_code');
  });

  it('accepts recovery codes after a change of SECRET_KEY, which makes the secret unreadable', async () => {
    s.c.secrets = secretBox('another secret of the tests');
    expect((await logIn(await codeOf(secret))).body.code).toBe('wrong_code');
    expect((await logIn(recovery[0])).status).toBe(200);
  });

  it('gives one session to several calls with the same code at once', async () => {
    const code = await codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('allows clocks to differ by half a minute, not more', async () => {
    expect((await logIn(await codeOf(secret, 2))).body.code).toBe('wrong_code');
    expect((await logIn(await codeOf(secret, 1))).status).toBe(200);
  });

  it('accepts each recovery code once, in any case and without its hyphen', async () => {
    expect(recovery).toHaveLength(10);
    expect((await logIn(recovery[0])).status).toBe(200);
    expect((await logIn(recovery[0])).body.code).toBe('wrong_code');
    expect((await logIn(recovery[1]!.replace('-', '').toUpperCase())).status).toBe(200);
    const { body } = await call(s, 'GET /auth/second-factor', { token: person.token });
    expect(body).toEqual({ enabled: true, recovery_codes_left: 8, required: false });
  });

  it('slows down guessing from many addresses, but not the owner where they were before', async () => {
    expect((await logIn(await codeOf(secret), '10.0.0.1')).status).toBe(200);
    s.time.now += 60_000;
    for (let guess = 0; guess < 5; guess++)
      expect((await logIn('000000', `10.1.${guess}.1`)).body.code).toBe('wrong_code');
    const slowed = await logIn(await codeOf(secret), '10.1.77.1');
    expect([slowed.status, slowed.body.code]).toEqual([429, 'too_many_attempts']);
    expect(slowed.body.retry_after).toBeGreaterThan(0);
    expect((await logIn(await codeOf(secret), '10.0.0.1')).status).toBe(200);
  });

  it('stores neither the secret nor the recovery codes readably', async () => {
    const rows = JSON.stringify([
      await s.c.db.selectFrom('second_factor').selectAll().execute(),
      await s.c.db.selectFrom('recovery_code').selectAll().execute(),
    ]);
    for (const plain of [secret, ...recovery, ...recovery.map((code) => code.replace('-', ''))])
      expect(rows).not.toContain(plain);
  });

  it('lasts through a password reset of a confirmed address', async () => {
    await call(s, 'POST /auth/password-reset', {
      body: { email: person.email },
      headers: { host: 'localhost' },
    });
    const texts = () => s.mails.map(({ text }) => text).join();
    await expect.poll(texts).toContain('#reset=');
    const [, token] = /reset=([\w-]+)/.exec(texts())!;
    const body = { token, password: 'a new password' };
    expect((await call(s, 'POST /auth/password-reset/confirm', { body })).status).toBe(200);
    const asked = await logIn(undefined, '10.0.0.1', 'a new password');
    expect(asked.body.code).toBe('second_factor_required');
  });

  it('asks for nothing after an operator removed it, and ends the sessions', async () => {
    expect(await dropSecondFactor(s.c, person.id)).toBe(true);
    expect(await dropSecondFactor(s.c, person.id)).toBe(false);
    expect((await call(s, 'GET /auth/me', { token: person.token })).status).toBe(401);
    const { body } = await logIn();
    const activity = await call(s, 'GET /auth/me/activity', { token: body.authToken });
    expect(JSON.stringify(activity.body)).toContain('An operator turned off two-factor authentication');
  });
});

describe('changing the second factor', () => {
  const change = (
    what: 'DELETE /auth/second-factor' | 'POST /auth/second-factor/recovery-codes',
    body: object,
  ) => call(s, what, { token: person.token, body });

  it('needs the password and a code', async () => {
    const code = await codeOf(secret);
    for (const what of ['DELETE /auth/second-factor', 'POST /auth/second-factor/recovery-codes'] as const) {
      expect((await change(what, { password: 'wrong one', code })).body.code).toBe('wrong_password');
      expect((await change(what, { password: PASSWORD, code: '000000' })).body.code).toBe('wrong_code');
    }
    expect((await logIn()).body.code).toBe('second_factor_required');
    expect((await change('DELETE /auth/second-factor', { password: PASSWORD, code })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });

  it('makes new recovery codes, and the old ones stop working', async () => {
    const answer = await change('POST /auth/second-factor/recovery-codes', {
      password: PASSWORD,
      code: await codeOf(secret),
    });
    expect((await logIn(recovery[0])).body.code).toBe('wrong_code');
    expect((await logIn(answer.body.recovery_codes[0])).status).toBe(200);
  });

  it('cannot be begun or confirmed again while it is on', async () => {
    const { token } = person;
    const begun = await call(s, 'POST /auth/second-factor', { token, body: { password: PASSWORD } });
    expect(begun.body.code).toBe('second_factor_on');
    const body = { code: await codeOf(secret) };
    const confirmed = await call(s, 'POST /auth/second-factor/confirm', { token, body });
    expect(confirmed.body.code).toBe('second_factor_on');
  });

  it('is not on until a code confirms it', async () => {
    const other = await signUp(s);
    const { token } = other;
    const confirmWith = async (code: string) =>
      (await call(s, 'POST /auth/second-factor/confirm', { token, body: { code } })).body.code;
    expect(await confirmWith('123456')).toBe('wrong_code');
    const begun = await call(s, 'POST /auth/second-factor', { token, body: { password: PASSWORD } });
    const uri = new URL(begun.body.uri);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Ovation:${other.email}`);
    expect(uri.searchParams.get('issuer')).toBe('Ovation');
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await confirmWith(await codeOf(secret))).toBe('wrong_code');
    const body = { email: other.email, password: PASSWORD };
    expect((await call(s, 'POST /auth/login', { body })).status).toBe(200);
    expect((await call(s, 'GET /auth/second-factor', { token })).body.enabled).toBe(false);
    const off = { password: PASSWORD, code: '123456' };
    for (const what of ['DELETE /auth/second-factor', 'POST /auth/second-factor/recovery-codes'] as const)
      expect((await call(s, what, { token, body: off })).body.code).toBe('second_factor_off');
    expect(await dropSecondFactor(s.c, other.id)).toBe(false);
    expect((await call(s, 'GET /auth/me', { token })).status).toBe(200);
  });

  it('is begun only with the password that holds when it is', async () => {
    const { passwords } = s.c;
    const begin = async (password: string, meanwhile: (other: Person) => Promise<unknown>) => {
      const other = await signUp(s);
      s.c.passwords = {
        ...passwords,
        matches: async (hash, password) => {
          s.c.passwords = passwords;
          const right = await passwords.matches(hash, password);
          await meanwhile(other);
          return right;
        },
      };
      return (await call(s, 'POST /auth/second-factor', { token: other.token, body: { password } })).body;
    };
    const wrong = { code: 'wrong_password', field: 'password' };
    expect(await begin('not this one', async () => {})).toMatchObject(wrong);
    const set = await begin(PASSWORD, ({ id }) => setPassword(s.c, id, 'a newer one'));
    expect(set.code).toBe('unauthorized');
    const body = { current_password: PASSWORD, new_password: 'a newer one' };
    // Keeps this session. From elsewhere: the passwords of a place are checked one after another.
    const changed = await begin(PASSWORD, async ({ token }) =>
      expect((await call(s, 'POST /auth/password', { token, body, from: '10.0.0.9' })).status).toBe(200),
    );
    expect(changed).toMatchObject(wrong);
  });

  it('lets nobody guess the first code, and slows down nobody else who tries theirs there', async () => {
    const [{ token }, other] = [await signUp(s), await signUp(s)];
    await call(s, 'POST /auth/second-factor', { token, body: { password: PASSWORD } });
    const confirm = async (token: string) =>
      (await call(s, 'POST /auth/second-factor/confirm', { token, body: { code: '000000' } })).body.code;
    const codes: string[] = [];
    for (let n = 0; n < 7; n++) codes.push(await confirm(token));
    expect(codes).toEqual([...Array(5).fill('wrong_code'), 'too_many_attempts', 'too_many_attempts']);
    expect(await confirm(other.token)).toBe('wrong_code');
  });

  it('appears in the activity and the export, and is erased with the account', async () => {
    const { token } = person;
    await change('POST /auth/second-factor/recovery-codes', { password: PASSWORD, code: recovery[1]! });
    s.time.now += 1000;
    await change('DELETE /auth/second-factor', { password: PASSWORD, code: await codeOf(secret) });
    s.time.now += 1000;
    ({ secret, recovery } = await turnOn(s, person));
    const { body } = await call(s, 'GET /auth/me/activity', { token });
    const did = (body as { kind: string; subject: string }[]).filter(({ kind }) => kind === 'security');
    expect(did.map(({ subject }) => subject)).toEqual([
      'Turned on two-factor authentication',
      'Turned off two-factor authentication',
      'Made new recovery codes',
      'Turned on two-factor authentication',
    ]);
    const exported = (await call(s, 'GET /auth/me/export', { token })).body;
    expect(exported.second_factor).toEqual({ confirmed_at: s.time.now - 30_000 });
    const deleted = await call(s, 'DELETE /auth/me', {
      token,
      body: { password: PASSWORD, code: recovery[0] },
    });
    expect(deleted.status).toBe(200);
    for (const table of ['second_factor', 'recovery_code'] as const)
      expect(await s.c.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

describe('an account with a second factor', () => {
  const changes = [
    ['a new password', 'POST /auth/password', { current_password: PASSWORD, new_password: 'another one' }],
    ['a new address', 'POST /auth/email', { email: 'new@people.example', password: PASSWORD }],
    ['its end', 'DELETE /auth/me', { password: PASSWORD }],
  ] as const;

  it.each(changes)(
    'asks for a code before %s, and takes one or a recovery code once',
    async (_what, endpoint, body) => {
      const { token } = person;
      const attempt = (code?: string) =>
        call(s, endpoint, {
          token,
          body: { ...body, ...(code && { code }) },
          headers: { host: 'localhost' },
        });
      expect((await attempt()).body).toMatchObject({ code: 'second_factor_required', field: 'code' });
      expect((await attempt('000000')).body).toMatchObject({ code: 'wrong_code', field: 'code' });
      const used = await codeOf(secret);
      await logIn(used);
      expect((await attempt(used)).body.code).toBe('wrong_code');
      expect((await call(s, 'GET /auth/me', { token })).body.email).toBe(person.email);
      expect((await attempt(recovery[0])).status).toBe(200);
    },
  );

  it('asks for a code before the address changes at once, where no mail is sent', async () => {
    s.c.mail = null;
    const change = (code?: string) =>
      call(s, 'POST /auth/email', {
        token: person.token,
        body: { email: 'new@people.example', password: PASSWORD, ...(code && { code }) },
      });
    expect((await change()).body.code).toBe('second_factor_required');
    expect((await change(await codeOf(secret))).body).toEqual({ email: 'new@people.example', sent: false });
  });

  it('slows down guessing a code there, too', async () => {
    for (let guess = 0; guess < 5; guess++)
      expect(
        (
          await call(s, 'DELETE /auth/me', {
            token: person.token,
            body: { password: PASSWORD, code: '000000' },
            from: `10.1.${guess}.1`,
          })
        ).body.code,
      ).toBe('wrong_code');
    const slowed = await call(s, 'DELETE /auth/me', {
      token: person.token,
      body: { password: PASSWORD, code: recovery[0] },
      from: '10.1.77.1',
    });
    expect(slowed.body.code).toBe('too_many_attempts');
  });
});

describe('where admins must have a second factor', () => {
  it('one without it has no admin rights until it is set up', async () => {
    const strict = await testServer({ accountSettings: { requireAdminSecondFactor: true } });
    try {
      const admin = await signUp(strict, { tier: 'admin' });
      const { token } = admin;
      const refused = await call(strict, 'GET /publishing/queue', { token });
      expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_needed']);
      // What is not an admin's alone is decided as for a free member.
      const member = await signUp(strict);
      expect((await call(strict, 'GET /account_status', { token })).body).toHaveLength(1);
      const url = `/account_status?user_id=${member.id}` as const;
      expect((await call(strict, `GET ${url}`, { token })).body).toEqual([]);
      expect((await call(strict, 'GET /auth/second-factor', { token })).body.required).toBe(true);
      s.time.now = strict.time.now;
      const set = await turnOn(strict, admin);
      expect((await call(strict, 'GET /publishing/queue', { token })).status).toBe(200);
      expect((await call(strict, 'GET /auth/second-factor', { token })).body.required).toBe(false);
      const code = (await totpOf(set.secret)).generate({ timestamp: strict.time.now });
      const body = { email: admin.email, password: PASSWORD, code };
      const again = await call(strict, 'POST /auth/login', { body });
      expect((await call(strict, 'GET /publishing/queue', { token: again.body.authToken })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
