// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { totpOf } from 'server/features/accounts/login/second-factor-codes.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authenticator } from '../../server/features/accounts/testing/authenticator.ts';
import { call } from '../../server/testing/calls.ts';
import { PASSWORD, type Person, signUp, type TestServer, testServer } from '../../server/testing/server.ts';
import { withExtensions } from '../../server/testing/with-extensions.ts';
import { closeAndForget, closePage, currentUrl, openPage } from '../testing/page.tsx';

/** The device's authenticator, and the error with which it refuses. */
const device = {
  key: authenticator('localhost', 'http://localhost:3000'),
  refusal: undefined as string | undefined,
};
vi.mock('@simplewebauthn/browser', () => {
  const ask = async <T,>(answer: () => T) => {
    if (device.refusal) throw Object.assign(new Error(), { name: device.refusal });
    return answer();
  };
  type Options = { optionsJSON: { challenge: string; user: { id: string } } };
  return {
    startRegistration: ({ optionsJSON }: Options) => ask(() => device.key.make(optionsJSON)),
    startAuthentication: ({ optionsJSON }: Options) => ask(() => device.key.use(optionsJSON)),
  };
});

let s: TestServer;
let person: Person;
beforeEach(async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  s = await testServer();
  person = await signUp(s, { name: 'Wanda Quell' });
});
afterEach(async () => {
  closeAndForget();
  await s.close();
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const codeOf = async (secret: string) => (await totpOf(secret)).generate({ timestamp: s.time.now });

describe('your own player', () => {
  it('gets a password that is shown once, works, and can be removed', async () => {
    const { user, toast } = openPage(s, '/profile/settings/apps', person);
    await user.click(await button('Connect an app'));
    await user.type(await screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
    await user.type(await screen.findByLabelText('Name'), 'Symfonium on my phone{Enter}');
    const shown = await screen.findByRole('dialog', { name: 'Your app password' });
    within(shown).getByRole('img', { name: /^QR code/ });
    const password = within(shown).getByText(/^ovn-/).textContent!;
    within(shown).getByText(person.username);
    const calls = () => call(s, 'GET /saved_track', { token: password });
    const { status } = await calls();
    await user.click(within(shown).getByRole('button', { name: 'Done' }));
    expect(document.body.textContent).not.toContain(password);
    await user.click(await button('Remove Symfonium on my phone'));
    await user.click(await button('Remove app password'));
    await waitFor(() => expect(toast()).toBe('App password removed'));
    expect([status, (await calls()).status]).toEqual([200, 401]);
  });
});

describe('tokens for scripts', () => {
  it('are made by an admin with scopes, shown once, and revoked', async () => {
    const admin = await signUp(s, { tier: 'admin' });
    const { user, toast } = openPage(s, '/profile/settings/apps', admin);
    await user.click(await button('New token'));
    await user.type(await screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
    await user.type(await screen.findByLabelText('Name'), 'Nightly import{Enter}');
    await screen.findByText('Please choose at least one scope.');
    await user.click(screen.getByRole('checkbox', { name: /Publish, edit and remove songs/ }));
    await user.clear(screen.getByLabelText('Days until it expires'));
    await user.type(screen.getByLabelText('Days until it expires'), '30');
    await user.click(await button('Make token'));
    const shown = within(await screen.findByRole('dialog', { name: 'Your token' }));
    const token = shown.getByText(/^ovt_/).textContent!;
    const calls = async (path: 'GET /publishing/tracks' | 'GET /members') =>
      (await call(s, path, { token })).status;
    expect([await calls('GET /publishing/tracks'), await calls('GET /members')]).toEqual([200, 403]);
    await user.click(shown.getByRole('button', { name: 'Done' }));
    expect(document.body.textContent).not.toContain(token);
    await screen.findByText(new RegExp(`by ${admin.username} · catalogue:write$`));
    await user.click(await button('Revoke Nightly import'));
    await user.click(await button('Revoke token'));
    await waitFor(() => expect(toast()).toBe('Token revoked'));
    expect(await calls('GET /publishing/tracks')).toBe(401);
  });

  it('are nothing for others', async () => {
    openPage(s, '/profile/settings/apps', person);
    await screen.findByRole('heading', { name: 'Other music apps' });
    expect(screen.queryByRole('heading', { name: 'API tokens' })).toBeNull();
  });
});

describe('two-factor authentication', () => {
  it('is turned on in three steps, asked for at the next login, and turned off', async () => {
    const { user, toast } = openPage(s, '/profile/settings/account', person);
    await screen.findByText('Your account is protected by a password only.');
    await user.click(await button('Turn on'));
    await user.type(await screen.findByLabelText('Password'), 'not my password');
    await user.click(await button('Continue'));
    expect((await screen.findByRole('alert')).textContent).toBe('This is not your current password.');
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    const key = screen.getByText(/^Or enter this key/).querySelector('span')!.textContent!;
    const secret = key.replaceAll(' ', '');
    await user.type(screen.getByLabelText('Code'), '000 000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This code is wrong/);
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), `${await codeOf(secret)}{Enter}`);
    const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    const [first] = within(codes).getAllByRole('listitem');
    const recovery = first!.textContent!;
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    expect(toast()).toBe('Two-factor authentication is on');
    await user.click(await button('I have saved them'));
    await screen.findByText('Your account is protected by a password and two-factor.');
    await screen.findByText(/10 recovery codes left/);

    closePage();
    localStorage.clear();
    s.time.now += 30_000;
    const next = openPage(s, '/login?from=%2Fprofile%2Fsettings%2Faccount');
    await next.user.type(await screen.findByLabelText('Email'), person.email);
    await next.user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await screen.findByRole('heading', { level: 1, name: 'Enter your code' });
    expect(localStorage.getItem('ovation.token')).toBeNull();
    await next.user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This code is wrong/);
    await next.user.clear(screen.getByLabelText('Code'));
    await next.user.type(screen.getByLabelText('Code'), `${recovery}{Enter}`);
    await waitFor(() => expect(currentUrl()).toBe('/profile/settings/account'));
    expect(next.toast()).toBe('Welcome back!');
    await screen.findByText(/9 recovery codes left/);

    await next.user.click(await button('Turn off'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-factor authentication' }));
    await next.user.type(dialog.getByLabelText('Password'), PASSWORD);
    await next.user.type(dialog.getByLabelText('Code'), await codeOf(secret));
    await next.user.click(dialog.getByRole('button', { name: 'Turn off' }));
    await button('Turn on');
    expect(next.toast()).toBe('Two-factor authentication is off');
  });

  withExtensions('tells an admin who needs it why nothing works without it', async () => {
    s.c.accountSettings.requireAdminSecondFactor = true;
    const admin = await signUp(s, { tier: 'admin' });
    openPage(s, '/profile/settings/account', admin);
    expect(await screen.findByText(/^Admins of this site need it/)).toBeTruthy();
    closePage();
    openPage(s, '/create?view=studio', admin);
    expect(await screen.findByText(/log in with a second factor/)).toBeTruthy();
  });
});

describe('the email address', () => {
  it('is confirmed by the link in the mail, which an unopened page does not use up', async () => {
    const body = { name: 'Nia', email: 'nia@people.example', password: PASSWORD };
    const joined = await call(s, 'POST /auth/signup', { body, headers: { host: 'localhost:3000' } });
    const token = joined.body.authToken as string;
    const { user, toast } = openPage(s, '/profile/settings/account', { token });
    await screen.findByText(/^We sent you a link/);
    await user.click(await button('Send again'));
    await waitFor(() => expect(toast()).toMatch(/^Link sent/));
    await waitFor(() => expect(s.mails).toHaveLength(2));
    const [link] = /\/login#confirm=\S+/.exec(s.mails[0]!.text)!;
    closePage();
    const opened = openPage(s, link!, { token });
    await screen.findByRole('heading', { level: 1, name: 'Confirm your email' });
    expect(location.hash).toBe('');
    await opened.user.click(await button('Confirm'));
    expect(await screen.findByText('You have confirmed nia@people.example.')).toBeTruthy();
    closePage();
    openPage(s, '/profile/settings/account', { token });
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByText(/^We sent you a link/)).toBeNull();
  });

  it('says why a link does not work', async () => {
    const { user } = openPage(s, '/login#confirm=made-up');
    await user.click(await button('Confirm'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is no longer valid/);
    await user.click(await button('Go to log in'));
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
  });

  it('is changed with the password', async () => {
    const { user, toast } = openPage(s, '/profile/settings/account', person);
    await user.click(await button('Change email'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }));
    await user.type(dialog.getByLabelText('New email'), 'other@people.example');
    await user.type(dialog.getByLabelText('Password'), 'not this one{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toMatch(/^This is not your current password/);
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await waitFor(() => expect(toast()).toMatch(/^Link sent .*other@people\.example/));
  });
});

describe('the list of sessions', () => {
  it('logs out one device, or all others', async () => {
    const body = { email: person.email, password: PASSWORD };
    const logIn = async (agent: string) => {
      s.time.now += 1000;
      return (await call(s, 'POST /auth/login', { body, headers: { 'user-agent': agent } })).body.authToken;
    };
    const phone = await logIn('Mozilla/5.0 (iPhone) Version/18 Safari/604.1');
    const token = await logIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
    const { user, toast } = openPage(s, '/profile/settings/apps', { token });
    const here = await screen.findByText('Firefox on Linux');
    expect(here.parentElement!.textContent).toContain('This device');
    expect(screen.queryByRole('button', { name: 'Log out Firefox on Linux' })).toBeNull();
    await user.click(await button('Log out Safari on iPhone'));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(toast()).toBe('Logged out there');
    expect((await call(s, 'GET /auth/me', { token: phone })).status).toBe(401);
    await user.click(await button('Log out everywhere else'));
    await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull());
    expect((await call(s, 'GET /auth/me', { token: person.token })).status).toBe(401);
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });

  it('shows this device and the last used ones, and the others when asked', async () => {
    const body = { email: person.email, password: PASSWORD };
    for (let n = 0; n < 6; n++) {
      s.time.now += 7_200_000;
      await call(s, 'POST /auth/login', { body, headers: { 'user-agent': 'Firefox/140.0' } });
    }
    const { user } = openPage(s, '/profile/settings/apps', person);
    const here = await screen.findByText(/^This device/);
    const list = within(here.closest('ul')!);
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    await user.click(await button('Show all 7'));
    expect(list.getAllByRole('listitem')).toHaveLength(7);
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  it('offers to try again when it cannot be loaded', async () => {
    const { user, wire } = openPage(s, '/profile/settings/apps', person);
    wire.failing = /auth\/sessions/;
    const line = await screen.findByText('Failed to load your devices');
    wire.failing = undefined;
    await user.click(within(line).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Unknown device')).toBeTruthy();
  });
});

describe('passkeys', () => {
  it('are added with the password, log in, and are removed', async () => {
    const { user, toast } = openPage(s, '/profile/settings/account', person);
    await user.click(await button('Add a passkey'));
    await user.type(await screen.findByLabelText('Password'), 'not my password{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This is not your current password.');
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await user.type(await screen.findByLabelText('Name'), 'My phone');
    device.refusal = 'NotAllowedError';
    await user.click(await button('Continue'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No passkey was used/);
    device.refusal = undefined;
    await user.click(await button('Continue'));
    await button('Remove My phone');
    expect(toast()).toMatch(/^Passkey added/);

    closePage();
    localStorage.clear();
    vi.stubGlobal('PublicKeyCredential', class {});
    const next = openPage(s, '/login?from=%2Fprofile%2Fsettings%2Faccount');
    await next.user.click(await button('Use a passkey'));
    await waitFor(() => expect(currentUrl()).toBe('/profile/settings/account'));
    s.time.now += 600_000;
    await next.user.click(await button('Remove My phone'));
    await next.user.click(await button('Use a passkey'));
    await next.user.click(await button('Remove passkey'));
    await waitFor(() => expect(screen.queryByText('My phone')).toBeNull());
    expect(next.toast()).toBe('Passkey removed');
  });

  it('are absent in a browser that has none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    openPage(s, '/profile/settings/account', person);
    await screen.findByText('Logged in on 1 device');
    expect(screen.queryByText('Passkeys')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});
