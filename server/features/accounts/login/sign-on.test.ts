import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { findRow, insertRows } from '../../../testing/rows.ts';
import { PASSWORD, signUp, type TestServer, testServer } from '../../../testing/server.ts';
import { setTier } from '../accounts.ts';
import type { ProviderSettings } from '../settings.ts';
import { type Lies, openLoginProvider } from '../testing/login-provider.ts';

type Fake = Awaited<ReturnType<typeof openLoginProvider>>;
const PUBLIC_URL = 'http://localhost:3000';
let company: Fake;
let club: Fake;
let s: TestServer;
const plans = new Map([
  ['patrons', 'platinum'],
  ['friends', 'plus'],
  ['staff', 'admin'],
] as const);

async function open(
  providers: ProviderSettings[],
  more: object = {},
  server: Parameters<typeof testServer>[0] = {},
) {
  await s?.close();
  s = await testServer({
    rateLimit: true,
    publicUrl: PUBLIC_URL,
    ...server,
    accountSettings: { providers, ...more },
  });
}
beforeAll(async () => {
  company = await openLoginProvider();
  club = await openLoginProvider();
});
beforeEach(() => open([company.settings({ signUp: true, plans })]));
afterEach(async () => {
  await s.close();
  // biome-ignore lint/suspicious/noExplicitAny: the next test opens another.
  s = undefined as any;
});
afterAll(() => Promise.all([company.close(), club.close()]));

const post = (path: string, body: object = {}, { token, cookie }: { token?: string; cookie?: string } = {}) =>
  call(s, `POST ${path}` as 'POST /', {
    body,
    headers: { host: 'localhost', ...(cookie && { cookie }) },
    ...(token && { token }),
  });

async function begin(provider = '1') {
  const { body, headers } = await post('/auth/provider-login/begin', { provider });
  return { url: body.url as string, cookie: String(headers['set-cookie']).split(';')[0]! };
}

/** Claims as a provider has them of a person whose address it knows. */
const known = (subject: string, claims: object = {}): Lies => ({
  claims: { email: `${subject}@people.example`, email_verified: true, ...claims },
});
async function logIn(subject = 'ada', lies: Lies = known(subject), provider = '1') {
  const { url, cookie } = await begin(provider);
  const answer = { ...(provider === '1' ? company : club).agree(url, subject, lies), provider };
  return post('/auth/provider-login', answer, { cookie });
}
const planOf = async (token: string) => (await call(s, 'GET /account_status', { token })).body[0].plan_tier;
const tierAt = async (subject: string, groups?: unknown) => {
  const { body } = await logIn(subject, known(subject, groups === undefined ? {} : { groups }));
  const row = await findRow(s.c, 'account_status', { user_id: body.user.id });
  return row.plan_tier;
};
const people = () => s.c.db.selectFrom('user').selectAll().orderBy('created_at').execute();

describe('the first login of somebody unknown', () => {
  it('makes an account by the claims, and the next one finds it', async () => {
    const claims = { name: 'Ada Lovelace', preferred_username: 'Ada@corp.example' };
    const { status, body } = await logIn('ada', known('ada', claims));
    expect([status, body.user]).toMatchObject([
      200,
      { name: 'Ada Lovelace', username: 'ada', email: 'ada@people.example', avatar_url: null },
    ]);
    expect((await logIn()).body.user.id).toBe(body.user.id);
    expect(await people()).toMatchObject([
      { password_hash: null, must_confirm_email: 0, email_confirmed_at: s.time.now },
    ]);
    expect(s.mails).toEqual([]);
  });

  it('makes none unless the provider may', async () => {
    await open([company.settings()]);
    expect((await logIn()).body.code).toBe('unknown_identity');
    await open([company.settings()], { onlyProviders: true });
    expect((await logIn()).body.message).toMatch(/ask the people who run this site/);
    expect(await people()).toEqual([]);
  });

  it('works where sign-up is closed: the provider decides', async () => {
    await open([company.settings({ signUp: true })], { signUp: 'closed' });
    expect((await logIn()).status).toBe(200);
  });

  it.each([
    ['takes the next free username', { preferred_username: 'taken' }, /^taken-\d+$/],
    [
      'never calls anybody as the staff is called',
      { preferred_username: 'admin', name: 'The Ovation Team' },
      /^ada$/,
    ],
    ['takes the address where nothing else fits', { preferred_username: '🎵', name: '\u202E' }, /^ada$/],
  ])('%s', async (_what, claims, expected) => {
    await signUp(s, { name: 'taken' });
    const { status, body } = await logIn('ada', known('ada', claims));
    expect(status).toBe(200);
    expect(body.user.username).toMatch(expected);
    expect(body.user.name.trim()).not.toBe('');
  });

  it.each([
    ['no', undefined],
    ['an impossible', 'nobody'],
    ['an unbounded', `${'x'.repeat(100_000)}@people.example`],
    ['a strange', { address: 'ada@people.example' }],
  ])('needs an address: not %s one', async (_what, email) => {
    const { status, body } = await logIn('ada', { claims: { email, email_verified: true } });
    expect([status, body.code]).toEqual([403, 'identity_without_email']);
    expect(await people()).toEqual([]);
  });

  it('confirms by mail an address that the provider does not vouch for', async () => {
    const { body } = await logIn('ada', { claims: { email: 'Ada@People.example', email_verified: false } });
    expect(body.user.email).toBe('ada@people.example');
    await expect.poll(() => s.mails.map(({ to }) => to)).toEqual(['ada@people.example']);
    expect(s.mails[0]!.text).toContain(`${PUBLIC_URL}/login#confirm=`);
    expect(await people()).toMatchObject([{ must_confirm_email: 1, email_confirmed_at: null }]);
  });

  it.each([true, false])(
    'never gets the account of a member with the address (verified: %s)',
    async (email_verified) => {
      const { email } = await signUp(s);
      const { status, body } = await logIn('mallory', {
        claims: { email: email.toUpperCase(), email_verified },
      });
      expect([status, body.code]).toEqual([409, 'identity_email_taken']);
      expect(await s.c.db.selectFrom('identity').selectAll().execute()).toEqual([]);
    },
  );

  it('cannot ask for many addresses whether they have an account', async () => {
    const { email } = await signUp(s);
    const codes = new Set<string>();
    for (let i = 0; i < 22; i++) codes.add((await logIn(`m${i}`, { claims: { email } })).body.code);
    expect([...codes]).toEqual(['identity_email_taken', 'too_many_requests']);
  });

  it('keeps to the accounts that a network may make in a day', async () => {
    await open([company.settings({ signUp: true })], { signUpsPerDay: 1 });
    expect((await logIn('ada')).status).toBe(200);
    expect((await logIn('bob')).body.code).toBe('too_many_requests');
    expect(await people()).toHaveLength(1);
  });

  it.each([
    'https://127.0.0.1/secret',
    'https://[::1]/secret',
    'https://localhost/secret',
    'https://localhost:8443/secret',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nothing',
    'x'.repeat(5000),
  ])('goes without a picture at %s', async (picture) => {
    const { status, body } = await logIn('ada', known('ada', { picture }));
    expect([status, body.user.avatar_url]).toEqual([200, null]);
  });

  it('shows the picture that the provider itself serves', async () => {
    const { default: sharp } = await import('sharp');
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    company.files.set('/ada.png', picture);
    const { body } = await logIn('ada', known('ada', { picture: `${company.issuer}/ada.png` }));
    expect(body.user.avatar_url).toMatch(/\/media\/[0-9a-f]+/);
  });

  it('keeps the address when the provider has another later', async () => {
    const { id } = (await logIn()).body.user;
    const { body } = await logIn('ada', { claims: { email: 'new@people.example', email_verified: true } });
    expect(body.user).toMatchObject({ id, email: 'ada@people.example' });
  });

  it('lets the owner do without a password what takes one, just after a login', async () => {
    const { authToken: token, user } = (await logIn()).body;
    expect((await call(s, 'GET /auth/confirmation', { token })).body).toMatchObject({
      has_password: false,
      seconds_left: 600,
    });
    expect((await post('/auth/second-factor', {}, { token })).status).toBe(200);
    s.time.now += 9 * 60_000;
    const prolonged = await post('/auth/confirmation', { password: 'any' }, { token });
    expect([prolonged.status, prolonged.body.code]).toEqual([403, 'wrong_password']);
    s.time.now += 2 * 60_000;
    const late = await call(s, 'DELETE /auth/me', { token, body: {} });
    expect([late.status, late.body.code]).toEqual([403, 'confirmation_needed']);
    const again = (await logIn()).body.authToken;
    expect((await call(s, 'DELETE /auth/me', { token: again, body: {} })).status).toBe(200);
    const { body } = await logIn();
    expect(body.user.id).not.toBe(user.id);
  });

  it('is refused while the member is suspended', async () => {
    const { id } = (await logIn()).body.user;
    await s.c.db.updateTable('user').set({ suspended_at: 1 }).where('id', '=', id).execute();
    expect((await logIn()).body.code).toBe('suspended');
    expect(await people()).toHaveLength(1);
  });
});

describe('groups', () => {
  it('give the highest plan, and take it away with the next login', async () => {
    expect(await tierAt('ada', ['others', 'friends', 'patrons'])).toBe('platinum');
    expect(await tierAt('ada', 'friends')).toBe('plus');
    expect(await tierAt('ada', ['Friends', 7, null, {}])).toBe('free');
    expect(await tierAt('ada', ['staff'])).toBe('admin');
    expect(await tierAt('ada')).toBe('free');
  });

  it('end the other sessions of who is an admin no more, also of the last one', async () => {
    const { authToken } = (await logIn('ada', known('ada', { groups: ['staff'] }))).body;
    expect(await planOf(authToken)).toBe('admin');
    expect(await tierAt('ada', [])).toBe('free');
    expect((await call(s, 'GET /auth/me', { token: authToken })).status).toBe(401);
  });

  it('do not take what an admin gave by hand', async () => {
    const { id } = (await logIn()).body.user;
    await setTier(s.c, id, 'admin');
    expect(await tierAt('ada', ['friends'])).toBe('admin');
    expect(await tierAt('ada', [])).toBe('admin');
    await signUp(s, { tier: 'admin' });
    await setTier(s.c, id, 'free');
    expect(await tierAt('ada', [])).toBe('free');
  });

  it('give and take beside a subscription', async () => {
    const { id } = (await logIn()).body.user;
    const now = s.time.now;
    await insertRows(s.c, 'subscription', {
      id: 'sub',
      user_id: id,
      tier: 'premium',
      price_id: 'price',
      status: 'active',
      cancel_at_period_end: 0,
      current_period_end: now,
      created_at: now,
      updated_at: now,
    });
    expect(await tierAt('ada', ['patrons'])).toBe('platinum');
    expect(await tierAt('ada', ['friends'])).toBe('premium');
    expect(await tierAt('ada', [])).toBe('premium');
  });

  it('give nothing any more once the login is unlinked', async () => {
    await signUp(s, { tier: 'admin' });
    const { authToken: token, user } = (await logIn('ada', known('ada', { groups: ['staff'] }))).body;
    const password_hash = await s.c.passwords.hash(PASSWORD);
    await s.c.db.updateTable('user').set({ password_hash }).where('id', '=', user.id).execute();
    const [identity] = (await call(s, 'GET /auth/identities', { token })).body;
    expect((await call(s, `DELETE /auth/identities/${identity.id}` as 'DELETE /', { token })).status).toBe(
      200,
    );
    const { body } = await post('/auth/login', { email: user.email, password: PASSWORD });
    expect(await planOf(body.authToken)).toBe('free');
  });

  it('of one provider do not speak for another', async () => {
    await open([
      company.settings({ signUp: true, plans }),
      club.settings({ id: '2', redirectUri: `${PUBLIC_URL}/login/2`, signUp: true }),
    ]);
    const { body } = await logIn('eve', known('eve', { groups: ['staff'] }), '2');
    expect(await planOf(body.authToken)).toBe('free');
  });
});

describe('several providers', () => {
  beforeEach(() =>
    open([
      company.settings({ signUp: true }),
      club.settings({ id: '2', name: 'The club', redirectUri: `${PUBLIC_URL}/login/2`, signUp: true }),
    ]),
  );

  it('know different people by the same subject', async () => {
    const ada = (await logIn('ada')).body.user;
    const other = (await logIn('ada', known('ada', { email: 'other@people.example' }), '2')).body.user;
    expect(other.id).not.toBe(ada.id);
    expect((await begin('2')).url).toContain(encodeURIComponent(`${PUBLIC_URL}/login/2`));
  });

  it('cannot be mixed up: an answer counts only at the provider with which it began', async () => {
    const { url, cookie } = await begin('2');
    // The club sends the browser on to the company with its own step; the company's answer comes back to its address.
    const asked = new URL(url);
    const mixed = company.agree(asked.href, 'ada', known('ada'));
    const asCompany = await post('/auth/provider-login', { ...mixed, provider: '1' }, { cookie });
    expect(asCompany.body.code).toBe('provider_refused');
    const again = await begin('2');
    const named = { ...company.agree(again.url, 'ada', known('ada')), provider: '2', iss: company.issuer };
    const before = club.calls.length;
    expect((await post('/auth/provider-login', named, again)).body.code).toBe('provider_refused');
    // The club never got the company's code.
    expect(club.calls.slice(before).filter((path) => path === '/token')).toEqual([]);
  });

  it('are refused where they are unknown', async () => {
    for (const provider of ['3', '', '__proto__'])
      expect((await post('/auth/provider-login/begin', { provider })).body.code).toBe('provider_off');
  });
});

describe('OIDC_ONLY', () => {
  it('refuses passwords and passkeys, and nothing else logs anybody in', async () => {
    const { email, token } = await signUp(s);
    await open([company.settings({ signUp: true })], { onlyProviders: true });
    const tries: [string, object][] = [
      ['/auth/login', { email, password: PASSWORD }],
      ['/auth/signup', { name: 'Mallory', email: 'm@people.example', password: PASSWORD }],
      ['/auth/password-reset', { email }],
      ['/auth/password-reset/confirm', { token: 'x', password: PASSWORD }],
      ['/auth/passkey-login/challenge', {}],
    ];
    for (const [path, body] of tries)
      expect([path, (await post(path, body)).body.code]).toEqual([path, 'passwords_off']);
    expect(token).toBeTruthy();
    const { body } = await call(s, 'GET /auth/settings', { headers: { host: 'localhost' } });
    expect(body).toMatchObject({ onlyProviders: true, passkeys: false, passwordReset: false });
    expect((await logIn()).status).toBe(200);
  });
});

describe('with a provider of others (oidc-provider)', () => {
  const people: Record<string, object> = {
    grace: { email: 'grace@people.example', email_verified: true, name: 'Grace Hopper', groups: ['staff'] },
    linus: { email: 'linus@people.example', email_verified: true, name: 'Linus' },
  };
  let server: ReturnType<typeof createServer>;
  let issuer: string;
  beforeAll(async () => {
    // It warns of its defaults.
    for (const how of ['info', 'warn'] as const) vi.spyOn(console, how).mockImplementation(() => {});
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: ['ovation', 'another'].map((client_id) => ({
        client_id,
        client_secret: 'secret',
        redirect_uris: [`${PUBLIC_URL}/login`],
      })),
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, ...people[sub] }),
      }),
      cookies: { keys: ['a key of the tests'] },
    });
    server.on('request', provider.callback());
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const settings = () => company.settings({ issuer, signUp: true, plans });
  beforeEach(() => open([settings()]));

  /** Goes through the provider's pages as a browser does. @returns the query with which it comes back. */
  async function agree(start: string, login: string): Promise<URLSearchParams> {
    const cookies = new Map<string, string>();
    let url = start;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < 12; step++) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: form }),
      });
      form = undefined;
      for (const line of response.headers.getSetCookie()) {
        const [name, ...value] = line.split(';')[0]!.split('=');
        cookies.set(name!, value.join('='));
      }
      const location = response.headers.get('location');
      if (location?.startsWith(PUBLIC_URL)) return new URL(location).searchParams;
      if (location) {
        url = new URL(location, url).href;
        continue;
      }
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (!prompt) throw new Error(`${response.status} ${page.slice(0, 300)}`);
      url = new URL(/action="([^"]+)"/.exec(page)![1]!, url).href;
      form = new URLSearchParams({ prompt, login, password: 'any' });
    }
    throw new Error('The provider never came to an end.');
  }
  const come = async (login: string) => {
    const { url, cookie } = await begin();
    return { answer: Object.fromEntries(await agree(url, login)) as Record<string, string>, cookie };
  };

  it('makes the account, with the name and groups that it tells elsewhere than in the ID token', async () => {
    const { answer, cookie } = await come('grace');
    expect(answer.iss).toBe(issuer);
    const { status, body } = await post('/auth/provider-login', answer, { cookie });
    expect([status, body.user]).toMatchObject([200, { name: 'Grace Hopper', email: 'grace@people.example' }]);
    expect(await planOf(body.authToken)).toBe('admin');
    // The same answer again, with its step and with another one.
    expect((await post('/auth/provider-login', answer, { cookie })).body.code).toBe('provider_refused');
    const next = await begin();
    const state = new URL(next.url).searchParams.get('state');
    const replayed = await post('/auth/provider-login', { ...answer, state }, next);
    expect(replayed.body.code).toBe('provider_refused');
  });

  it('refuses steps that are mixed up, foreign browsers, and codes of another client', async () => {
    const one = await come('grace');
    const two = await come('linus');
    const { code } = one.answer;
    const codes = [
      // A code that is injected into somebody else's step: neither PKCE nor the nonce fits.
      await post('/auth/provider-login', { ...two.answer, code }, two),
      // Login CSRF: a stranger's answer in the victim's browser.
      await post('/auth/provider-login', (await come('linus')).answer, one),
      await post('/auth/provider-login', (await come('linus')).answer),
    ];
    const foreign = await begin();
    const url = new URL(foreign.url);
    url.searchParams.set('client_id', 'another');
    const stolen = Object.fromEntries(await agree(url.href, 'grace'));
    codes.push(await post('/auth/provider-login', stolen, foreign));
    expect(codes.map(({ body }) => body.code)).toEqual(codes.map(() => 'provider_refused'));
  });

  it('never sends anybody to an address that is not registered', async () => {
    const url = new URL((await begin()).url);
    for (const address of [
      'https://evil.example/login',
      `${PUBLIC_URL}/login/../evil`,
      `${PUBLIC_URL}/login?x`,
    ]) {
      url.searchParams.set('redirect_uri', address);
      const { status, headers } = await fetch(url, { redirect: 'manual' });
      expect([address, status, headers.get('location')]).toEqual([address, 400, null]);
    }
  });
});
