import { randomUUID } from 'node:crypto';
import { AuthResult, User } from 'contract/features/accounts/accounts.ts';
import { describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { findRows } from '../../testing/rows.ts';
import { PASSWORD, signUp } from '../../testing/server.ts';
import { setPassword } from './accounts.ts';
import { DUMMY_HASH } from './proof/passwords.ts';

const s = serverOfFile();

const fresh = () => `${randomUUID()}@people.example`;
const join = (body: object = {}) =>
  call(s, 'POST /auth/signup', { body: { name: 'Ilse Varga', email: fresh(), password: PASSWORD, ...body } });

describe('signing up', () => {
  it('returns a token and the user in the shape of §3, on the free plan', async () => {
    const email = fresh();
    const { status, body, headers } = await join({ email });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(AuthResult.parse(body)).toEqual(body);
    expect(body.authToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(body.user).toMatchObject({
      name: 'Ilse Varga',
      email,
      avatar_url: null,
      created_at: Math.floor(s.time.now / 1000),
    });
    expect(Object.keys(body.user).sort()).toEqual(Object.keys(User.shape).sort());
    const me = await call(s, 'GET /auth/me', { token: body.authToken });
    expect(me.body).toEqual(body.user);
    const statuses = await call(s, 'GET /account_status', { token: body.authToken });
    expect(statuses.body).toMatchObject([
      { user_id: body.user.id, plan_tier: 'free', stripe_customer_id: null },
    ]);
    expect(statuses.body[0].account_status_id).toBe(statuses.body[0].id);
  });

  it('derives a unique username from the name, or else from the email', async () => {
    expect((await join({ name: 'Zoë Ångström', email: fresh() })).body.user.username).toBe('zoe-angstrom');
    expect((await join({ name: 'Zoë Ångström', email: fresh() })).body.user.username).toMatch(
      /^zoe-angstrom-\d+$/,
    );
    expect((await join({ name: '山田', email: 'taro.yamada@people.example' })).body.user.username).toBe(
      'taro-yamada',
    );
    expect((await join({ name: '🎷', email: 'x@people.example' })).body.user.username).toBe('listener');
    // Nobody gets a name that imitates the site.
    const imitation = await join({ name: 'Ovation Support', email: 'admin@people.example' });
    expect(imitation.body.user.username).toMatch(/^listener/);
    expect((await join({ name: 'x'.repeat(100) })).body.user.username).toMatch(/^x{22}$/);
  });

  it('allows one account per email, regardless of case', async () => {
    const email = fresh();
    expect((await join({ email })).status).toBe(200);
    for (const twin of [email, email.toUpperCase(), ` ${email} `, email.replace('people', 'ｐｅｏｐｌｅ')]) {
      expect(await join({ email: twin })).toMatchObject({
        status: 409,
        body: { code: 'email_taken', field: 'email' },
      });
    }
  });

  it('creates exactly one account for 50 concurrent signups', async () => {
    const email = `Racer-${randomUUID()}@People.Example`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        join({ email: i % 2 ? email.toLowerCase() : email.toUpperCase() }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
    const rows = await findRows(s.c, 'user', { email: email.toLowerCase() });
    expect(rows).toHaveLength(1);
    const statuses = await findRows(s.c, 'account_status', { user_id: rows[0]!.id });
    expect(statuses).toHaveLength(1);
  });

  it('gives concurrent signups with the same name different usernames', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => join({ name: 'Popular Name' })));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(new Set(answers.map((answer) => answer.body.user.username)).size).toBe(20);
  });

  it('stores neither passwords nor tokens in plain text', async () => {
    const { body } = await join({ password: 'a very plain password' });
    const kept = JSON.stringify(
      await Promise.all([
        s.c.db.selectFrom('user').selectAll().where('id', '=', body.user.id).execute(),
        s.c.db.selectFrom('session').selectAll().where('user_id', '=', body.user.id).execute(),
      ]),
    );
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(kept).not.toContain('a very plain password');
    expect(kept).not.toContain(body.authToken);
  });
});

describe('logging in', () => {
  it('ignores the case of the email, and issues a new token for each session', async () => {
    const person = await signUp(s);
    const first = await call(s, 'POST /auth/login', { body: { email: person.email, password: PASSWORD } });
    const second = await call(s, 'POST /auth/login', {
      body: { email: ` ${person.email.toUpperCase()}`, password: PASSWORD },
    });
    expect(first.status).toBe(200);
    expect(second.body.user).toEqual(first.body.user);
    expect(second.body.authToken).not.toBe(first.body.authToken);
  });

  it('answers an unknown email and a wrong password alike, never with 401', async () => {
    const person = await signUp(s);
    const wrong = await call(s, 'POST /auth/login', {
      body: { email: person.email, password: 'not this one' },
    });
    const unknown = await call(s, 'POST /auth/login', { body: { email: fresh(), password: 'not this one' } });
    expect(wrong).toMatchObject({
      status: 403,
      body: { message: 'Failed to log in. Please check your credentials.', code: 'wrong_credentials' },
    });
    expect({ status: unknown.status, body: unknown.body }).toEqual({
      status: wrong.status,
      body: wrong.body,
    });
  });

  it('hashes the password for an unknown email too, so that both take equally long', async () => {
    const person = await signUp(s);
    const { passwords } = s.c;
    const checked: string[] = [];
    s.c.passwords = {
      ...passwords,
      matches: (hash, password) => {
        checked.push(hash ? 'a hash' : 'no hash');
        return passwords.matches(hash, password);
      },
    };
    try {
      for (const email of [person.email, fresh()])
        await call(s, 'POST /auth/login', { body: { email, password: 'not this one' } });
    } finally {
      s.c.passwords = passwords;
    }
    expect(checked).toEqual(['a hash', 'no hash']);
    // Without a hash it verifies a dummy hash with the same settings.
    expect(DUMMY_HASH.split('$').slice(0, 4)).toEqual((await passwords.hash('any')).split('$').slice(0, 4));
  });

  it('accepts a password that another system normalizes differently', async () => {
    const { body } = await join({ password: 'caf\u00e9 noir' });
    const login = { email: body.user.email, password: 'cafe\u0301 noir' };
    expect((await call(s, 'POST /auth/login', { body: login })).status).toBe(200);
  });

  it('creates no session if the password was changed during the check', async () => {
    const person = await signUp(s);
    const { passwords } = s.c;
    s.c.passwords = {
      ...passwords,
      matches: async (hash, password) => {
        const right = await passwords.matches(hash, password);
        await setPassword(s.c, person.id, 'a newer one');
        return right;
      },
    };
    const login = await call(s, 'POST /auth/login', { body: { email: person.email, password: PASSWORD } });
    s.c.passwords = passwords;
    expect(login).toMatchObject({ status: 403, body: { code: 'wrong_credentials' } });
    const sessions = await findRows(s.c, 'session', { user_id: person.id });
    expect(sessions).toEqual([]);
  });
});

describe('a user’s own profile', () => {
  it('changes name and username', async () => {
    const { token, id } = await signUp(s);
    const input = { name: ' Renamed ', username: `New.Name_${id.slice(0, 8)}` };
    const { status, body } = await call(s, 'PATCH /auth/me', { token, body: input });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: 'Renamed', username: input.username });
    expect((await call(s, 'GET /auth/me', { token })).body).toEqual(body);
  });

  it('refuses a username that differs only by case, or that impersonates the site', async () => {
    const [one, two] = [await signUp(s), await signUp(s)];
    const imitations = [
      'Admin',
      'Admin.',
      'adm1n',
      'adrnin',
      'ovation-support',
      '0vation',
      'The_Ovation-Team.24',
    ];
    for (const username of [one.username, one.username.toUpperCase(), ...imitations, 'deleted-me']) {
      expect(await call(s, 'PATCH /auth/me', { token: two.token, body: { username } })).toMatchObject({
        status: 409,
        body: { code: 'username_taken', field: 'username' },
      });
    }
    const same = { username: one.username.toUpperCase() };
    expect((await call(s, 'PATCH /auth/me', { token: one.token, body: same })).status).toBe(200);
    for (const username of ['badminton', 'supporter', 'ovations'])
      expect((await call(s, 'PATCH /auth/me', { token: two.token, body: { username } })).status).toBe(200);
  });

  it('gives a username to one of many concurrent callers', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => signUp(s)));
    const username = `wanted-${randomUUID().slice(0, 8)}`;
    const answers = await Promise.all(
      people.map(({ token }) => call(s, 'PATCH /auth/me', { token, body: { username } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('ignores the plan, email and id, and refuses a picture on another host', async () => {
    const { token, id, email } = await signUp(s);
    const body = {
      id: randomUUID(),
      email: 'new@people.example',
      plan_tier: 'admin',
      password_hash: 'x',
      created_at: 0,
    };
    expect((await call(s, 'PATCH /auth/me', { token, body })).body).toMatchObject({ id, email });
    expect((await call(s, 'GET /account_status', { token })).body[0].plan_tier).toBe('free');
    const picture = { avatar_url: 'https://tracker.example/pixel.png' };
    expect(await call(s, 'PATCH /auth/me', { token, body: picture })).toMatchObject({
      status: 400,
      body: { field: 'avatar_url' },
    });
  });

  it('changes the password, which invalidates the old one and every other session', async () => {
    const { token, email } = await signUp(s);
    const other = (await call(s, 'POST /auth/login', { body: { email, password: PASSWORD } })).body.authToken;
    const change = (current_password: string) =>
      call(s, 'POST /auth/password', { token, body: { current_password, new_password: 'brand new' } });
    expect(await change('wrong one')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect((await call(s, 'GET /auth/me', { token: other })).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token: other })).status).toBe(401);
    expect((await call(s, 'GET /auth/me', { token })).status).toBe(200);
    const login = (password: string) => call(s, 'POST /auth/login', { body: { email, password } });
    expect((await login(PASSWORD)).status).toBe(403);
    expect((await login('brand new')).status).toBe(200);
  });
});

describe('account_status', () => {
  it.each(['account_status', 'credits'])(
    '%s can be filtered by user for admins; others see only their own',
    async (list) => {
      const [admin, one, other] = [await signUp(s, { tier: 'admin' }), await signUp(s), await signUp(s)];
      const listIds = async (token: string, id: string) => {
        const { body, headers } = await call(s, `GET /${list}?user_id=${id}`, { token });
        expect(headers['x-total-count']).toBe(String(body.length));
        return body.map(({ user_id }: { user_id: string }) => user_id);
      };
      await call(s, `POST /${list}`, { token: one.token, body: {} });
      expect(await listIds(admin.token, admin.id)).toEqual([admin.id]);
      expect(await listIds(admin.token, one.id)).toEqual([one.id]);
      expect(await listIds(admin.token, randomUUID())).toEqual([]);
      expect(await listIds(one.token, one.id)).toEqual([one.id]);
      expect(await listIds(one.token, other.id)).toEqual([]);
    },
  );

  it('is one row per user, whatever clients send and however often', async () => {
    const { token, id } = await signUp(s);
    const [first] = (await call(s, 'GET /account_status', { token })).body;
    const bodies = [{ user_id: randomUUID(), plan_tier: 'admin' }, { user_id: 7, plan_tier: [] }, {}];
    for (const body of bodies) {
      expect(await call(s, 'POST /account_status', { token, body })).toMatchObject({
        status: 200,
        body: first,
      });
    }
    expect(first).toMatchObject({ user_id: id, plan_tier: 'free' });
  });

  it('is created as free if the record is missing', async () => {
    const { token, id } = await signUp(s, { tier: 'premium' });
    await s.c.db.deleteFrom('account_status').where('user_id', '=', id).execute();
    expect((await call(s, 'GET /account_status', { token })).body).toEqual([]);
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(s, 'POST /account_status', { token, body: { plan_tier: 'admin' } }),
      ),
    );
    expect(new Set(many.map((answer) => answer.body.id)).size).toBe(1);
    expect(many[0]!.body).toMatchObject({ user_id: id, plan_tier: 'free' });
  });

  it('cannot be changed by the user', async () => {
    const { token } = await signUp(s, { tier: 'plus' });
    const [row] = (await call(s, 'GET /account_status', { token })).body;
    const patch = (body: object) => call(s, `PATCH /account_status/${row.id}`, { token, body });
    expect(
      await patch({ account_status_id: row.id, plan_tier: 'plus', user_id: randomUUID() }),
    ).toMatchObject({
      status: 200,
      body: row,
    });
    expect((await patch({ stripe_customer_id: null })).status).toBe(200);
    for (const body of [{ plan_tier: 'admin' }, { plan_tier: 'free' }, { stripe_customer_id: 'cus_1' }])
      expect((await patch(body)).status).toBe(403);
    expect(await patch({ account_status_id: randomUUID() })).toMatchObject({
      status: 400,
      body: { field: 'account_status_id' },
    });
    expect(await patch({ plan_tier: 'gold' })).toMatchObject({ status: 400, body: { field: 'plan_tier' } });
    expect((await call(s, 'GET /account_status', { token })).body).toEqual([row]);
  });

  it('can be paged across all users and changed by an admin', async () => {
    const admin = await signUp(s, { tier: 'admin' });
    const user = await signUp(s);
    const whole = await call(s, 'GET /account_status', { token: admin.token });
    expect(Number(whole.headers['x-total-count'])).toBeGreaterThan(5);
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await call(s, `GET /account_status?limit=7${cursor ? `&cursor=${cursor}` : ''}`, {
        token: admin.token,
      });
      seen.push(...page.body.map((row: { id: string }) => row.id));
      cursor = page.headers['x-next-cursor'];
    } while (cursor);
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen).toHaveLength(Number(whole.headers['x-total-count']));

    const row = whole.body.find((status: { user_id: string }) => status.user_id === user.id);
    const patch = (body: object) => call(s, `PATCH /account_status/${row.id}`, { token: admin.token, body });
    expect((await patch({ plan_tier: 'free' })).status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token: user.token })).status).toBe(200);
    expect(await patch({ plan_tier: 'premium', user_id: admin.id })).toMatchObject({
      status: 200,
      body: { id: row.id, user_id: user.id, plan_tier: 'premium' },
    });
    // An upgrade logs nobody out, and holds at once.
    const statuses = await call(s, 'GET /account_status', { token: user.token });
    expect([statuses.status, statuses.body[0].plan_tier]).toEqual([200, 'premium']);
    // A change to or from admin ends the sessions.
    expect((await patch({ plan_tier: 'admin' })).status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token: user.token })).status).toBe(401);
    const { body } = await call(s, 'POST /auth/login', { body: { email: user.email, password: PASSWORD } });
    expect((await patch({ plan_tier: 'plus' })).status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token: body.authToken })).status).toBe(401);
    expect((await patch({ stripe_customer_id: 'cus_1' })).status).toBe(403);
    expect(
      (await call(s, `PATCH /account_status/${randomUUID()}`, { token: admin.token, body: {} })).status,
    ).toBe(404);
  });
});
