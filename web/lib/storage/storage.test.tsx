// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PASSWORD, signUp } from '../../../server/testing/server.ts';
import { connectMediaSession, playInOneTab } from '../../player/engine/connect.ts';
import { currentUrl, openPage, pageServer, publish } from '../../testing/page.tsx';
import {
  canDownload,
  fileCaches,
  inOneTab,
  keepStorage,
  mediaKeys,
  notifications,
  openDatabase,
  serviceWorkers,
  storageSpace,
} from '../browser.ts';

const s = pageServer();

/** All keys of storage, which `web` names with the site's name before them. */
const STORED = [
  ...new Set(
    globSync('web/**/*.ts{,x}', { exclude: ['web/**/*.test.*'] }).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/= 'ovation\.([\w-]+)'/g)].map(([, key]) => key!),
    ),
  ),
];
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of ['serviceWorker', 'locks', 'mediaSession', 'storage'])
    Reflect.deleteProperty(navigator, name);
});

/** Imitates browsers where a person has blocked the site's data: Firefox refuses most at its use, Chromium at once. */
function blockSiteData() {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(blocked);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        blocked();
      }
    },
  );
  vi.stubGlobal('indexedDB', { open: blocked });
  for (const name of ['caches', 'Notification'])
    Object.defineProperty(globalThis, name, { get: blocked, configurable: true });
  for (const name of ['serviceWorker', 'mediaSession', 'storage'])
    Object.defineProperty(navigator, name, { get: blocked, configurable: true });
  const locks = { request: async () => blocked() };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

it('with site data blocked the app starts, changes its theme, and a person can log in', async () => {
  const person = await signUp(s, { name: 'Wanda Quell' });
  blockSiteData();
  const { user } = openPage(s, '/leaderboard');
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });

  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Light' }));
  expect(document.documentElement.dataset.theme).toBe('light');
  await user.click(screen.getByRole('menuitem', { name: 'Log In' }));

  await user.type(await screen.findByLabelText('Email'), person.email);
  await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
  await screen.findByRole('button', { name: 'Account menu of Wanda Quell' });
  await waitFor(() => expect(currentUrl()).toBe('/'));
  delete document.documentElement.dataset.theme;
});

it.each([
  '',
  'null',
  '7',
  '{',
  '{"songs":[{"audioUrl":"a"}],"at":0}',
  '{"intent":{},"from":"/","expires_at":9e15}',
  '{"owner":"x","fields":{"title":7}}',
])('whatever is stored (%s), songs play at the usual volume', async (damaged) => {
  await publish(s, 'Night Bus');
  for (const key of STORED) {
    localStorage.setItem(`ovation.${key}`, damaged);
    sessionStorage.setItem(`ovation.${key}`, damaged);
  }
  const { user, player } = openPage(s, '/');
  const [play] = await screen.findAllByRole('button', { name: 'Play Night Bus' });
  await user.click(play!);
  await screen.findByRole('region', { name: 'Player' });
  // A number is a volume.
  expect(player.state().volume).toBe(damaged === '7' ? 7 : 75);
});

it('with site data blocked a song plays, and pauses what plays elsewhere on the page', async () => {
  await publish(s, 'Night Bus');
  blockSiteData();
  const { user, player } = openPage(s, '/');
  const others = { pause: vi.fn(), state: player.state, subscribe: () => () => {} };
  const leave = playInOneTab(others);
  const disconnect = connectMediaSession(player);
  const [play] = await screen.findAllByRole('button', { name: 'Play Night Bus' });
  await user.click(play!);
  await waitFor(() => expect(player.state().status).toBe('playing'));
  expect(others.pause).toHaveBeenCalledOnce();
  leave();
  disconnect();
});

it('with site data blocked, what needs it rejects, and what can do without it does', async () => {
  blockSiteData();
  expect([serviceWorkers(), notifications(), mediaKeys(), canDownload()]).toEqual([
    undefined,
    undefined,
    undefined,
    false,
  ]);
  keepStorage();
  expect(await inOneTab('name', async () => 'done')).toBe('done');
  await expect(
    inOneTab('name', async () => {
      throw new Error('its own');
    }),
  ).rejects.toThrow('its own');
  for (const refused of [openDatabase('name', []), fileCaches(), storageSpace()])
    await expect(refused).rejects.toThrow('insecure');
});
