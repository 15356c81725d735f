// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../server/testing/server.ts';
import { closePage, currentUrl, openPage, pageServer, publish } from '../testing/page.tsx';

const s = pageServer();
let person: Person;
beforeEach(async () => {
  person = await signUp(s, { name: 'Wanda Quell', tier: 'plus' });
});

const token = () => localStorage.getItem('ovation.token');
const inside = () => screen.findByRole('button', { name: 'Account menu of Wanda Quell' });
const outside = () => screen.findByRole('link', { name: 'Sign Up' });
const endOnServer = () =>
  s.app.inject({ method: 'POST', url: '/auth/logout-everywhere', headers: person.headers });
const pick = async (user: ReturnType<typeof openPage>['user'], entry: string) => {
  await user.click(await inside());
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

it('restores the session with one call for the user and one for the plan', async () => {
  const { wire } = openPage(s, '/leaderboard', person);
  // Sign Up is hidden until the session is known.
  expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull();
  await inside();
  expect(await screen.findByText('Plus')).toBeTruthy();
  expect(wire.calls.filter((one) => one.startsWith('GET /account_status'))).not.toHaveLength(0);
});

it('sends no session calls for a visitor', async () => {
  const { wire } = openPage(s, '/leaderboard');
  await outside();
  expect(wire.calls.filter((one) => /auth\/me|account_status/.test(one))).toEqual([]);
});

it('ends the session silently when the token is refused at the start', async () => {
  await endOnServer();
  const { toast } = openPage(s, '/leaderboard', person);
  await outside();
  expect(token()).toBeNull();
  expect(currentUrl()).toBe('/leaderboard');
  expect(toast()).toBeUndefined();
});

it('keeps the session and retries when the network is down at the start', async () => {
  const { wire, toast } = openPage(s, '/profile', person);
  wire.failing = /auth\/me/;
  await waitFor(() => expect(wire.calls).toContain('GET /auth/me'));
  await screen.findByText(/^You seem to be offline/);
  expect(token()).toBe(person.token);
  expect(currentUrl()).toBe('/profile');
  wire.failing = undefined;
  await inside();
  await screen.findByRole('heading', { level: 1, name: person.username });
  expect(toast()).toBeUndefined();
});

it('keeps the session during the 503s of a deployment', async () => {
  const { wire } = openPage(s, '/leaderboard', person);
  wire.unavailable = /auth\/me/;
  await waitFor(() => expect(wire.calls.filter((one) => one === 'GET /auth/me').length).toBeGreaterThan(1));
  expect(token()).toBe(person.token);
  wire.unavailable = undefined;
  await inside();
});

it('a token refused in use is removed, with a toast, and login leads back to the page', async () => {
  const { user, toast } = openPage(s, '/leaderboard', person);
  await inside();
  await endOnServer();
  await pick(user, 'Profile');
  await screen.findByRole('heading', { level: 1, name: 'Log in to open your profile' });
  expect(currentUrl()).toBe('/login?from=%2Fprofile');
  expect(token()).toBeNull();
  expect(toast()).toBe('Your session has expired. Please log in again.');
  await user.type(await screen.findByLabelText('Email'), person.email);
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await screen.findByRole('heading', { level: 1, name: person.username });
  expect(currentUrl()).toBe('/profile');
});

it('login leads back to the URL with its search', async () => {
  await publish(s, 'Blue');
  const { wire } = openPage(s, '/?q=blue', person);
  await inside();
  await screen.findAllByText('Blue');
  await endOnServer();
  wire.calls.length = 0;
  const { call } = await import('./http/api.ts');
  await act(() =>
    call('GET /auth/me').then(
      () => {},
      () => {},
    ),
  );
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(new URLSearchParams(location.search).get('from')).toBe('/?q=blue');
});

it.each([
  ['with a letter that no header can carry', 'ę'],
  ['with a line break', 'a\nb'],
  ['that is far too long', 'x'.repeat(100_000)],
  ['that is empty', ''],
])('a stored token %s is none, and logging in works', async (_, stored) => {
  const { user } = openPage(s, '/login', { token: stored });
  await user.type(await screen.findByLabelText('Email'), person.email);
  await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
  await inside();
});

it('logs out here and on the server, and opens Explore', async () => {
  const { user, wire } = openPage(s, '/profile', person);
  await screen.findByRole('heading', { level: 1, name: person.username });
  await pick(user, 'Sign Out');
  await outside();
  expect(currentUrl()).toBe('/');
  expect(token()).toBeNull();
  expect(wire.calls).toContain('POST /auth/logout');
  await waitFor(async () => {
    const answer = await s.app.inject({ url: '/auth/me', headers: person.headers });
    expect(answer.statusCode).toBe(401);
  });
});

it('after Sign Out nothing of the member stays in storage, and the music stops', async () => {
  await publish(s, 'Night Bus');
  localStorage.setItem('ovation.theme', 'dark');
  sessionStorage.setItem('ovation.intent', '{}');
  sessionStorage.setItem('ovation.track-draft', '{}');
  localStorage.setItem('ovation.late-plays', '[]');
  const { user, player } = openPage(s, '/', person);
  await user.click((await screen.findAllByRole('button', { name: 'Play Night Bus' }))[0]!);
  await waitFor(() => expect(player.state().status).toBe('playing'));
  player.setVolume(30);
  expect(localStorage.getItem('ovation.queue')).toContain('Night Bus');
  await pick(user, 'Sign Out');
  await outside();
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  expect(Object.keys(localStorage).sort()).toEqual(['ovation.theme', 'ovation.volume']);
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect([...document.querySelectorAll('audio')].map(({ paused, src }) => [paused, src])).toEqual([
    [true, ''],
    [true, ''],
  ]);
  await user.click((await screen.findAllByRole('button', { name: 'Play Night Bus' }))[0]!);
  await screen.findByRole('region', { name: 'Player' });
});

it('logs out at once when the server is unreachable', async () => {
  const { user, wire } = openPage(s, '/leaderboard', person);
  await inside();
  wire.failing = /./;
  await pick(user, 'Sign Out');
  await outside();
  expect(token()).toBeNull();
});

it('logs in and out with other tabs', async () => {
  openPage(s, '/leaderboard', person);
  await inside();
  const elsewhere = (newValue: string | null) =>
    act(() => {
      if (newValue === null) localStorage.removeItem('ovation.token');
      else localStorage.setItem('ovation.token', newValue);
      window.dispatchEvent(new StorageEvent('storage', { key: 'ovation.token', newValue }));
    });
  elsewhere(null);
  await outside();
  expect(currentUrl()).toBe('/leaderboard');
  elsewhere(person.token);
  await inside();
});

it('clears private data at logout', async () => {
  const { user, client } = openPage(s, '/profile', person);
  await screen.findByText('Joined Ovation');
  expect(client.getQueryData(['activity'])).toBeDefined();
  await pick(user, 'Sign Out');
  await outside();
  expect(client.getQueryData(['activity'])).toBeUndefined();
});

it('creates a missing plan record and is free meanwhile (§4)', async () => {
  await s.c.db.deleteFrom('account_status').where('user_id', '=', person.id).execute();
  openPage(s, '/leaderboard', person);
  await inside();
  expect(screen.getByText('Free')).toBeTruthy();
  await waitFor(async () => {
    const rows = await s.c.db.selectFrom('account_status').selectAll().execute();
    expect(rows.map(({ plan_tier }) => plan_tier)).toEqual(['free']);
  });
  closePage();
});
