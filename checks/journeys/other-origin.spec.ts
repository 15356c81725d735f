import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { logIn } from './lib/people.ts';
import { recordedFolder } from './lib/recorded.ts';
import { expectPlaying } from './lib/sound.ts';
import { startServer } from './lib/start-server.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves a built page as any host of static files does: unknown paths get its index. */
async function serveStatic(folder: string) {
  const server = createServer(async (request, response) => {
    const file = path.join(folder, path.posix.normalize(request.url!.split('?')[0]!));
    const found = path.extname(file) ? file : path.join(folder, 'index.html');
    const content = await readFile(found).catch(() => undefined);
    const type = TYPES[path.extname(found)] ?? 'application/octet-stream';
    response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Builds the page for an API at this URL. */
async function buildFor(api: string, outDir: string): Promise<void> {
  Object.assign(process.env, { VITE_AUTH_BASE_URL: api, VITE_API_BASE_URL: api });
  const configFile = path.join(import.meta.dirname, '../../web/vite.config.ts');
  await build({ configFile, logLevel: 'error', build: { outDir } });
  delete process.env.VITE_AUTH_BASE_URL;
  delete process.env.VITE_API_BASE_URL;
}

test('a page on another origin logs in, plays a song and follows the board', async ({ browser }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
  await cp(recordedFolder, dataDir, { recursive: true });
  const site = await serveStatic(path.join(dataDir, 'site'));
  const server = await startServer({ DATA_DIR: dataDir, CORS_ORIGINS: site.origin });
  await buildFor(server.url, path.join(dataDir, 'site'));
  const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));

  await logIn(page, 'free@demo.example');
  await page.goto('/');
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expectPlaying(page);
  const events = page.waitForResponse((response) => response.url() === `${server.url}/requests/events`);
  await page.goto('/leaderboard');
  expect((await events).status()).toBe(200);
  expect(problems).toEqual([]);

  await server.stop();
  site.close();
  await rm(dataDir, { recursive: true, force: true });
});
