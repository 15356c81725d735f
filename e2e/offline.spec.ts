import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startServer } from './start-server.ts';

test.use({ serviceWorkers: 'allow' });

test('pages open while the server is away, and OFFLINE=off takes the worker back', async ({ page }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
  const settings = { DATA_DIR: dataDir, DEMO: '0' };
  let server = await startServer(settings);
  try {
    const { url } = server;
    const kept = () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length,
      );
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.stop();
    const strip = page.getByRole('status').filter({ hasText: 'No connection.' });
    for (const [address, heading, sentence] of [
      ['/', 'Music the', 'New and popular songs need a connection.'],
      ['/leaderboard', 'Song requests', 'they never wait for a connection'],
    ] as const) {
      await page.goto(url + address);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(strip).toContainText(sentence);
    }
    server = await startServer({ ...settings, PORT: new URL(url).port, OFFLINE: 'off' });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Song requests');
    await expect(strip).toHaveCount(0);
    await expect.poll(kept).toBe(0);
    expect((await page.reload())!.fromServiceWorker()).toBe(false);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
