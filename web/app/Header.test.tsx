// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { canUpgrade, type Tier } from 'contract/plans.ts';
import { expect, it } from 'vitest';
import { signUp } from '../../server/testing/server.ts';
import { withExtensions } from '../../server/testing/with-extensions.ts';
import { currentUrl, openPage, pageServer, publish } from '../testing/page.tsx';
import { setLetterKeys } from './keys.ts';

const s = pageServer();

const navigation = () =>
  within(screen.getAllByRole('navigation', { name: 'Main' })[0]!)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const menuEntries = () => screen.getAllByRole('menuitem').map((entry) => entry.textContent);

withExtensions('shows visitors Explore, Charts and Requests', async () => {
  openPage(s, '/leaderboard');
  await screen.findByRole('link', { name: 'Log In' });
  expect(navigation()).toEqual([
    ['Explore', '/'],
    ['Charts', '/charts'],
    ['Requests', '/leaderboard'],
  ]);
});

it('shows visitors the sign-in links', async () => {
  const { user } = openPage(s, '/leaderboard');
  await screen.findByRole('link', { name: 'Log In' });
  expect(screen.getByRole('link', { name: 'Ovation, home' }).getAttribute('href')).toBe('/');
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await screen.findByRole('menu');
  expect(menuEntries()).toEqual(['Log In', 'Sign Up', 'Keyboard shortcuts?']);
  await user.click(screen.getByRole('menuitem', { name: 'Sign Up' }));
  await screen.findByRole('heading', { level: 1, name: 'Sign up' });
  expect(currentUrl()).toBe('/signup');
});

withExtensions.each<[Tier, string]>([
  ['free', 'Free'],
  ['plus', 'Plus'],
  ['premium', 'Premium'],
  ['platinum', 'Platinum'],
  ['admin', 'Admin'],
])('signed in as %s: one’s plan, one’s places, one’s menu', async (tier, plan) => {
  const person = await signUp(s, { name: 'Wanda Quell', tier });
  const { user } = openPage(s, '/leaderboard', person);
  const menu = await screen.findByRole('button', { name: 'Account menu of Wanda Quell' });
  const badge = await within(screen.getByRole('banner')).findByText(plan, { exact: true });
  expect(badge.getAttribute('data-tooltip')).toBe(`Your current plan: ${plan}`);
  expect(navigation()).toEqual([
    ['Explore', '/'],
    ['Charts', '/charts'],
    ['Library', '/library'],
    ['Playlists', '/playlists'],
    ['Requests', '/leaderboard'],
    ...(tier === 'admin' ? [['Create', '/create']] : []),
  ]);
  expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull();
  await user.click(menu);
  await screen.findByRole('menu');
  expect(menuEntries()).toEqual([
    `${canUpgrade(tier) ? 'Upgrade' : 'Plans'}${plan}`,
    expect.stringMatching(/^Credits[\d,]+$/),
    'Profile',
    'Explore',
    'Library',
    'Playlists',
    'Inbox',
    'Keyboard shortcuts?',
    'Sign Out',
  ]);
  expect(within(screen.getByRole('menu')).getByText('Wanda Quell')).toBeTruthy();
});

it('the menu supports the arrow keys and type-ahead', async () => {
  const person = await signUp(s, { name: 'Wanda Quell' });
  const { user } = openPage(s, '/leaderboard', person);
  (await screen.findByRole('button', { name: 'Account menu of Wanda Quell' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('pl');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Playlists'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('marks the current page', async () => {
  openPage(s, '/leaderboard');
  await screen.findByRole('link', { name: 'Log In' });
  const [here] = screen.getAllByRole('link', { name: 'Requests' });
  expect(here!.getAttribute('aria-current')).toBe('page');
  expect(screen.getAllByRole('link', { name: 'Explore' })[0]!.getAttribute('aria-current')).toBeNull();
});

it("the menu sets and saves the theme, also of the browser's toolbar", async () => {
  document.head.innerHTML = ['dark', 'light']
    .map((one) => `<meta name="theme-color" content="${one}" media="(prefers-color-scheme: ${one})">`)
    .join('');
  const toolbar = () =>
    document.querySelector<HTMLMetaElement>('meta[name=theme-color]:not([media])')?.content;
  const { user } = openPage(s, '/leaderboard');
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  const chosen = () => screen.getAllByRole('menuitemradio', { checked: true }).map((one) => one.textContent);
  await screen.findByRole('menu');
  expect(chosen()).toEqual(['Match system']);
  await user.click(screen.getByRole('menuitemradio', { name: 'Light' }));
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(toolbar()).toBe('light');
  expect(localStorage.getItem('ovation.theme')).toBe('light');
  expect(chosen()).toEqual(['Light']);
  await user.click(screen.getByRole('menuitemradio', { name: 'Match system' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(toolbar()).toBeUndefined();
  expect(localStorage.getItem('ovation.theme')).toBeNull();
});

it('? and the menu list the shortcuts, but not while typing', async () => {
  const { user } = openPage(s, '/?q=');
  await user.type(await screen.findByRole('searchbox'), '?');
  expect(screen.queryByRole('dialog')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

it('letters play, seek, mute and lead to pages, unless a person has turned them off', async () => {
  await publish(s, 'Blue');
  const { user, player } = openPage(s, '/');
  await user.click((await screen.findAllByRole('button', { name: 'Play Blue' }))[0]!);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('m');
  expect(player.state().volume).toBe(0);
  await user.keyboard('m+');
  expect(player.state().volume).toBe(80);
  player.seek(30);
  await user.keyboard('j');
  expect(player.state().second).toBe(20);
  await user.keyboard('gr');
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });
  await user.keyboard('?');
  await user.click(await screen.findByRole('checkbox', { name: 'Use letter keys as shortcuts' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('m');
  expect(player.state().volume).toBe(80);
  setLetterKeys(true);
});

it('a key that is held down acts once, except those that go on', async () => {
  await publish(s, 'Blue');
  const { user, player } = openPage(s, '/');
  await user.click((await screen.findAllByRole('button', { name: 'Play Blue' }))[0]!);
  await waitFor(() => expect(player.state().status).toBe('playing'));
  (document.activeElement as HTMLElement).blur();
  player.seek(0);
  const hold = (key: string, target: Element = document.body) =>
    [false, true, true].map((repeat) => fireEvent.keyDown(target, { key, repeat }));
  // Until its layer has loaded.
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '-' });
    expect(player.state().volume).not.toBe(75);
  });
  hold('m');
  expect(player.state().volume).toBe(0);
  hold('l');
  expect(player.state().second).toBe(30);
  hold(' ');
  expect(player.state().status).toBe('paused');
  const button = screen.getAllByRole('button', { name: 'Play Blue' })[0]!;
  expect(hold('Enter', button)).toEqual([true, false, false]);
});

it('keys of an input method are left to it', async () => {
  const { user } = openPage(s, '/leaderboard');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('/');
  const field = await screen.findByRole('searchbox');
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(field, { key: 'Escape', ...composing });
  expect(currentUrl()).toBe('/?q=');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(currentUrl()).toBe('/leaderboard'));
});

it('an unknown URL shows Page Not Found', async () => {
  const { user } = openPage(s, '/no/such/page');
  await screen.findByRole('heading', { level: 1, name: 'Page Not Found' });
  expect(document.title).toBe('Page Not Found – Ovation');
  await user.click(screen.getByRole('link', { name: 'Back to Explore' }));
  await screen.findByRole('link', { name: 'Request a song' });
  expect(currentUrl()).toBe('/');
});
