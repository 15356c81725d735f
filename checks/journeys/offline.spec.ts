import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { test as journey } from './lib/fixtures.ts';
import { expectToast, signIn, tokenOf } from './lib/people.ts';
import { recorded, recordedFolder } from './lib/recorded.ts';
import { expectPlaying, position } from './lib/sound.ts';
import { startServer } from './lib/start-server.ts';

journey.use({ serviceWorkers: 'allow' });
test.use({ serviceWorkers: 'allow' });

test('pages open while the server is away, and OFFLINE=off takes the worker back', async ({ page }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
  const settings = { DATA_DIR: dataDir, DEMO: '0' };
  let server = await startServer(settings);
  try {
    const { url } = server;
    const kept = () =>
      page.evaluate(async () => [
        ...(await navigator.serviceWorker.getRegistrations()).map(
          ({ installing, waiting, active }) =>
            `installing ${installing?.state}, waiting ${waiting?.state}, active ${active?.state}`,
        ),
        ...(await caches.keys()),
      ]);
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.stop();
    const strip = page.getByRole('status').filter({ hasText: 'No connection.' });
    for (const [where, heading, sentence] of [
      ['/', 'Music the', 'New and popular songs need a connection.'],
      ['/leaderboard', 'Song requests', "Voting works when you're back online."],
    ] as const) {
      await page.goto(url + where);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(strip).toContainText(sentence);
    }
    server = await startServer({ ...settings, PORT: new URL(url).port, OFFLINE: 'off' });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Song requests');
    await expect(strip).toHaveCount(0);
    // Each page that opens makes the browser look for another worker, and the first look may fail. In Chromium, a
    // reload can hang while one worker replaces the other; the next one works.
    await expect(async () => {
      await page.reload({ timeout: 10_000 });
      await expect.poll(kept, { timeout: 10_000 }).toEqual([]);
    }).toPass();
    expect((await page.reload({ timeout: 60_000 }))!.fromServiceWorker()).toBe(false);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a page without a connection is in the language that the reader has', async ({ page }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '0' });
  try {
    await page.goto(`${server.url}/?lang=de`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const kept = await page.evaluate(async () => {
      const caches = await globalThis.caches.keys();
      const all = await Promise.all(caches.map(async (name) => (await globalThis.caches.open(name)).keys()));
      return all.flat().map(({ url }) => url);
    });
    expect(kept.some((url) => url.includes('/texts-de-first-'))).toBe(true);
    expect(kept.some((url) => url.includes('/texts-fr-'))).toBe(false);
    await server.stop();
    await page.goto(`${server.url}/library`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('status').filter({ hasText: 'Keine Verbindung' })).toBeVisible();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

journey(
  'a pushed message is shown, and leads to pages of this site alone',
  async ({ page, context, server }) => {
    await page.goto('/');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Chromium without a window has no notifications, so what the worker shows is written down.
    const [worker] = context.serviceWorkers();
    await worker!.evaluate(() => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const shown: unknown[] = [];
      registration.showNotification = async (title, options) =>
        void shown.push([title, options?.tag, options?.data]);
      Object.assign(globalThis, { shown });
    });
    const browser = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      }),
    );
    await browser.send('ServiceWorker.enable');
    const registrationId = await registered;
    for (const data of [
      '{"title":"Your song is out","path":"/leaderboard/1"}',
      '{"title":"x","path":"//evil.example"}',
    ])
      await browser.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
    const shown = () => worker!.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown);
    await expect.poll(shown).toEqual([
      ['Your song is out', '/leaderboard/1', '/leaderboard/1'],
      ['There is news for you', '/', '/'],
    ]);
  },
);

test('a kept playlist plays while the server is away, and goes with its owner', async ({ browser }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
  await cp(recordedFolder, dataDir, { recursive: true });
  const server = await startServer({ DATA_DIR: dataDir });
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'allow' });
  try {
    const page = await context.newPage();
    const [first, second, third] = await recorded(server.url);
    const authorization = `Bearer ${await tokenOf(page.request, 'premium@demo.example')}`;
    const post = async (where: string, data: object) =>
      (await page.request.post(where, { data, headers: { authorization } })).json();
    const { id: playlist_id } = await post('/playlist', { name: 'Night train', privacy: 'private' });
    const add = (track_id: string) => post('/playlist_track', { playlist_id, track_id });
    await add(first!.id);
    await add(second!.id);
    await signIn(page, 'premium@demo.example');

    // What is not kept never passes through the worker.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const kept = (name: string) => page.evaluate((name) => caches.has(name), name);
    await page.goto(`/tracks/${third!.id}`);
    const heard = page.waitForResponse((response) => response.url() === third!.audio_url);
    await page
      .getByRole('button', { name: `Play ${third!.title}` })
      .first()
      .click();
    expect((await heard).fromServiceWorker()).toBe(false);
    await expectPlaying(page);

    await page.goto(`/playlists/${playlist_id}`);
    await page.getByRole('button', { name: 'More for Night train' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await expect(page.getByText(/^Downloaded · /)).toBeVisible();
    // A song that is added elsewhere comes when the playlist is opened.
    await add(third!.id);
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: 'Downloaded' })).toHaveCount(3);

    await server.stop();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Night train' })).toBeVisible();
    await expect(page.getByText(/^Downloaded · /)).toBeVisible();
    const answered = page.waitForResponse((response) => response.url() === `${second!.audio_url}?kept`);
    await page
      .getByRole('button', { name: `Play ${second!.title}` })
      .first()
      .click();
    expect((await answered).fromServiceWorker()).toBe(true);
    await expectPlaying(page);
    const half = Math.floor(second!.duration_seconds / 2);
    await page.getByRole('slider', { name: 'Progress' }).fill(String(half));
    await expect.poll(() => position(page)).toBeGreaterThan(half);
    await expectPlaying(page);

    await page.goto('/library');
    await expect(page.getByRole('heading', { name: 'Downloads', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Night train' })).toBeVisible();
    await expect(page.getByRole('button', { name: `Play ${first!.title}` })).toBeVisible();

    const again = await startServer({ DATA_DIR: dataDir, PORT: new URL(server.url).port });
    try {
      await page.goto('/profile/settings/data');
      const onDevice = page.getByRole('region', { name: 'Downloads' });
      await expect(onDevice.getByText(/^3 songs, /)).toBeVisible();
      await onDevice.getByRole('button', { name: 'Remove Night train' }).click();
      await expectToast(page, 'Download removed');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(onDevice.getByText(/^3 songs, /)).toBeVisible();
      expect(await kept('ovation-kept')).toBe(true);
      await page.evaluate(() => localStorage.removeItem('ovation.token'));
      await page.reload();
      await expect.poll(() => kept('ovation-kept')).toBe(false);
      // A file that was removed comes from the server, and is not kept again.
      await page.evaluate(async (url) => (await fetch(url)).arrayBuffer(), `${first!.audio_url}?kept`);
      expect(await kept('ovation-kept')).toBe(false);
    } finally {
      await again.stop();
    }
  } finally {
    await context.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
