// @vitest-environment jsdom
import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Lies, openLoginProvider } from '../../server/features/accounts/testing/login-provider.ts';
import { PASSWORD, type Person, signUp, type TestServer, testServer } from '../../server/testing/server.ts';
import { address, closeAndForget, closePage, openPage } from '../testing/page.tsx';

let provider: Awaited<ReturnType<typeof openLoginProvider>>;
let s: TestServer;
let person: Person;
/** The browser's cookie, and where it went. */
const browser = vi.hoisted(() => ({ cookie: '', left: '' }));
vi.mock('../features/accounts/provider-trip.ts', async (original) => ({
  ...(await original<object>()),
  // jsdom goes to no other site.
  leaveForProvider: (url: string, trip: object) => {
    sessionStorage.setItem('ovation.provider', JSON.stringify(trip));
    browser.left = url;
  },
}));

beforeAll(async () => {
  provider = await openLoginProvider();
});
beforeEach(async () => {
  s = await testServer({ accountSettings: { provider: provider.settings() } });
  person = await signUp(s, { name: 'Wanda Quell' });
  browser.left = '';
  // The page's stand-in for `fetch` keeps no cookies, as browsers do.
  const inject = s.app.inject.bind(s.app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  s.app.inject = (async (options: InjectOptions) => {
    const headers = { ...options.headers, cookie: browser.cookie };
    const response = await inject({ ...options, headers });
    const given = response.headers['set-cookie'];
    if (given) browser.cookie = String(given).split(';')[0]!;
    return response;
  }) as never;
});
afterEach(async () => {
  closeAndForget();
  await s.close();
});
afterAll(() => provider.close());

const network = globalThis.fetch;

/** Opens a page; the server's own calls to the provider go over the network. */
function open(path: string, as?: Person) {
  const page = openPage(s, path, as);
  const pages = globalThis.fetch;
  // jsdom's has no `subtle`, which the server needs.
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    url.startsWith(provider.issuer)
      ? network(url, { ...init, signal: null, body: init.body ? String(init.body) : null })
      : pages(url, init),
  );
  return page;
}

const button = (name: string) => screen.findByRole('button', { name });

/** The provider sends the browser back. */
async function comeBack(lies: Lies = {}) {
  await waitFor(() => expect(browser.left).not.toBe(''));
  const { code, state } = provider.agree(browser.left, 'ada', lies);
  const shown = sessionStorage.getItem('ovation.provider')!;
  closePage();
  sessionStorage.setItem('ovation.provider', shown);
  return open(`/login?code=${code}&state=${state}`);
}

it('links a login, logs in with it, goes back to where the visitor was, and unlinks it', async () => {
  const { user } = open('/profile?view=settings', person);
  await user.click(await button('Link The choir'));
  await user.type(await screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
  await user.click(await button('Continue'));
  const linked = await comeBack();
  expect(await screen.findByText('ada@choir.example')).toBeTruthy();
  expect([address(), linked.toast()]).toEqual([
    '/profile?view=settings',
    'Login linked | You can log in with it from now on.',
  ]);
  closePage();
  localStorage.clear();

  browser.left = '';
  const visitor = open('/login?from=%2Flibrary');
  await visitor.user.click(await button('Continue with The choir'));
  const entered = await comeBack();
  await waitFor(() => expect(address()).toBe('/library'));
  expect(entered.toast()).toBe('Welcome back!');
  closePage();

  const settings = open('/profile?view=settings', person);
  await settings.user.click(await button(`Unlink ${new URL(provider.issuer).host}`));
  const sheet = within(await screen.findByRole('dialog'));
  await settings.user.click(await sheet.findByRole('button', { name: 'Unlink' }));
  await button('Link The choir');
});

it('says why it did not work, and leads back', async () => {
  const { user } = open('/login?from=%2Flibrary');
  await user.click(await button('Continue with The choir'));
  const back = await comeBack();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No account here is linked to this login/);
  expect(address()).toBe('/login');
  await back.user.click(await button('Back to log in'));
  await screen.findByLabelText('Password');
  expect(address()).toBe('/login?from=%2Flibrary');
  closePage();
  open('/login?error=access_denied&state=x');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The login provider did not confirm it/);
});
