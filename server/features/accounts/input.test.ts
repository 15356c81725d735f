import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { PASSWORD, signUp } from '../../testing/server.ts';

const s = serverOfFile();

const fresh = () => `${randomUUID()}@people.example`;
const join = (body: object) =>
  call(s, 'POST /auth/signup', { body: { name: 'Somebody', email: fresh(), password: PASSWORD, ...body } });

describe('bad input at signup is a 400 that names the field', () => {
  it.each([
    ['email', 'no-at-sign'],
    ['email', 'two words@people.example'],
    ['email', `${'x'.repeat(285)}@people.example`],
    ['email', `${'x'.repeat(100_000)}@people.example`],
    ['email', 'аdmin@people.example'], // a Cyrillic а
    ['email', 'admin@реople.example'], // a Cyrillic ре
    ['email', 'adm\u0131n@people.example'],
    ['email', 'nul\0@people.example'],
    ['email', 'line\r\nbcc:@people.example'],
    ['email', '<script>@people.example'],
    ['email', ''],
    ['email', null],
    ['email', 7],
    ['email', ['a@people.example']],
    ['email', { $ne: null }],
    ['password', '12345'],
    ['password', 'x'.repeat(257)],
    ['password', 'with a \0 inside'],
    ['password', 'half a \ud800 pair'],
    ['password', ''],
    ['password', 123_456],
    ['password', undefined],
    ['name', ''],
    ['name', '   '],
    ['name', '\u200b\u200d\u2060'],
    ['name', '\u3164\u3164'],
    ['name', '\u0301'],
    ['name', 'x'.repeat(101)],
    ['name', 'nul\0'],
    ['name', 'evil \u202egnp.exe'],
    ['name', ['a']],
  ])('%s %j', async (field, value) => {
    const { status, body } = await join({ [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'bad_input', field });
    expect(body.message).toMatch(/^[A-Z][^:]+$/);
  });
});

it('explains why it refuses an email with lookalike letters', async () => {
  expect((await join({ email: 'аdmin@people.example' })).body.message).toBe(
    'Please use only plain letters (a–z), digits and symbols.',
  );
});

describe('accepts unusual but valid input', () => {
  it.each([
    ['password', '123456'],
    ['password', 'x'.repeat(256)],
    ['password', '      '],
    ['password', '🎷🎺🥁🎻🪘🪗'],
    ['name', 'X'],
    ['name', '山田 太郎'],
    ['name', "Siân O'Brien-Łukasz"],
    ['name', '👩‍🎤'],
    ['name', "Robert'); DROP TABLE user;--"],
    ['name', '<img src=x onerror=alert(1)>'],
    ['name', 'x'.repeat(100)],
    ['email', 'xn--80ak6aa92e@xn--e1awd7f.example'],
  ])('%s %j', async (field, value) => {
    const input = { email: fresh(), [field]: value };
    const { status, body } = await join(input);
    expect(status).toBe(200);
    const login = { email: body.user.email, password: field === 'password' ? value : PASSWORD };
    expect((await call(s, 'POST /auth/login', { body: login })).status).toBe(200);
    if (field === 'name') expect(body.user.name).toBe(value);
  });
});

describe('usernames', () => {
  it.each([
    'ab',
    'x'.repeat(31),
    'two words',
    'ünïcode',
    'аdmin',
    '...',
    'a/b',
    'a@b.c',
    '',
    null,
    7,
    'nul\0nul',
  ])('%j is refused', async (username) => {
    const { token } = await signUp(s);
    expect(await call(s, 'PATCH /auth/me', { token, body: { username } })).toMatchObject({
      status: 400,
      body: { field: 'username' },
    });
  });

  it.each(['abc', 'A.b-c_9', '_x_', '0000'])('%j is accepted', async (username) => {
    const { token } = await signUp(s);
    expect((await call(s, 'PATCH /auth/me', { token, body: { username } })).body.username).toBe(username);
  });
});

describe('malformed bodies', () => {
  const publicRoutes = [
    'POST /auth/signup',
    'POST /auth/login',
    'POST /auth/password-reset',
    'POST /auth/password-reset/confirm',
  ] as const;
  const signedInRoutes = [
    'PATCH /auth/me',
    'DELETE /auth/me',
    'POST /auth/password',
    'POST /account_status',
  ] as const;
  const bodies: [string, string | undefined, string][] = [
    ['nothing', undefined, 'application/json'],
    ['an empty text', '', 'application/json'],
    ['half of JSON', '{"email":', 'application/json'],
    ['a prototype', '{"__proto__":{"plan_tier":"admin"}}', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['a number', '7', 'application/json'],
    ['a form', 'email=a&password=b', 'application/x-www-form-urlencoded'],
    ['XML', '<email/>', 'text/xml'],
    ['2 MB', `{"email":"${'x'.repeat(2_000_000)}"}`, 'application/json'],
    ['deep nesting', '['.repeat(50_000) + ']'.repeat(50_000), 'application/json'],
  ];
  it.each(publicRoutes.flatMap((route) => bodies.map((body) => [route, ...body] as const)))(
    '%s with %s',
    async (route, _what, payload, type) => {
      const { status, body } = await call(s, route, { body: payload, headers: { 'content-type': type } });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body.message).toMatch(/^[A-Z][^:]+$/);
    },
  );
  it.each(signedInRoutes.flatMap((route) => bodies.map((body) => [route, ...body] as const)))(
    '%s with %s',
    async (route, _what, payload, type) => {
      const { token } = await signUp(s);
      const { status, body } = await call(s, route, {
        token,
        body: payload,
        headers: { 'content-type': type },
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body.message).toMatch(/^[A-Z][^:]+$/);
      expect((await call(s, 'GET /auth/me', { token })).status).toBe(200);
    },
  );
});
