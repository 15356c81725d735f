import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Track } from 'contract/features/tracks.ts';
import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core';
import { findFirefox } from './find-browser.ts';
import { expect, test } from './lib/fixtures.ts';
import { openOtherSite } from './lib/other-site.ts';
import { demoPassword } from './lib/people.ts';
import { recorded, recordedFolder } from './lib/recorded.ts';
import { startServer } from './lib/start-server.ts';

/** The main journeys in Firefox. Playwright cannot drive a stock Firefox; Puppeteer can, over WebDriver BiDi. */
let browser: Browser | undefined;
let page: Page;
/** Problems in the console: errors, warnings, and what the page's policy blocked. */
let problems: string[];

test.beforeEach(async ({ server }) => {
  browser ??= await openFirefox();
  const context = await browser.createBrowserContext();
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  problems = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.warn(`The policy blocked ${blockedURI} (${violatedDirective}).`),
    );
  });
  // Leaving a page that still loads cuts off its files, which Firefox reports as errors.
  await page.goto(server.url, { waitUntil: 'networkidle2' });
});

test.afterEach(async () => page?.browserContext().close());
test.afterAll(async () => browser?.close());

test('Firefox: a visitor plays a song', async ({ tracks }) => {
  await page.locator(`button[aria-label="Play ${tracks[0]!.title}"]`).click();
  await page.locator('[aria-label="Player"]').wait();
  // Where no blur is drawn behind the player, cards must not shine through it.
  const ground = await page.$eval('[aria-label="Player"]', (bar) => getComputedStyle(bar).backgroundColor);
  expect(ground).not.toMatch(/\/|rgba|transparent/);
  const position = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(position).toBeGreaterThan(0.5);
  expect(problems).toEqual([]);
});

test('Firefox: a member logs in and votes', { tag: '@fast' }, async () => {
  await page.$eval('header a[href^="/login"]', (link) => (link as HTMLAnchorElement).click());
  await page.locator('input[type=email]').fill('plus@demo.example');
  await page.locator('input[type=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.locator('::-p-text(Welcome back!)').wait();

  await page.$eval('a[href="/leaderboard"]', (link) => (link as HTMLAnchorElement).click());
  // By its label each time: the page may draw a card again once it knows who the member is.
  const button = 'article button[aria-label^="Vote for Sugarcane Telegraph,"]';
  await page.locator(button).wait();
  const votes = () => page.$eval(button, (element) => Number(element.textContent));
  const before = await votes();
  await page.locator(button).click();
  await page.locator('::-p-text(Vote added!)').wait();
  expect(await votes()).toBe(before + 1);
  expect(problems).toEqual([]);
});

test('Firefox: a kept playlist plays while the server is away', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
  await cp(recordedFolder, dataDir, { recursive: true });
  const { url, stop } = await startServer({ DATA_DIR: dataDir });
  try {
    const post = async (where: string, data: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      return (await fetch(url + where, { method: 'POST', headers, body: JSON.stringify(data) })).json();
    };
    const { authToken } = await post('/auth/login', {
      email: 'premium@demo.example',
      password: demoPassword,
    });
    const { id: playlist_id } = await post(
      '/playlist',
      { name: 'Night train', privacy: 'private' },
      authToken,
    );
    const [song] = await recorded(url);
    await post('/playlist_track', { playlist_id, track_id: song!.id }, authToken);

    await page.goto(url);
    await page.evaluate((token) => localStorage.setItem('ovation.token', token), authToken);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto(`${url}/playlists/${playlist_id}`);
    await page.locator('button[aria-label="More for Night train"]').click();
    await page.locator('[role=menuitem]::-p-text(Download)').click();
    await page.locator('main ::-p-text(Downloaded · )').wait();
    await stop();

    for (const [where, text] of [
      ['/', 'Failed to load tracks'],
      ['/leaderboard', 'Song requests'],
      ['/library', 'Downloads'],
      [`/playlists/${playlist_id}`, 'Night train'],
    ] as const) {
      await page.goto(url + where);
      await page.locator(`main ::-p-text(${text})`).wait();
    }
    const play = `button[aria-label="Play ${song!.title}"]`;
    // The navigation at the foot of narrow windows may cover what is only scrolled into view.
    await page.$eval(play, (button) => button.scrollIntoView({ block: 'center' }));
    await page.locator(play).click();
    const position = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
    await expect.poll(position).toBeGreaterThan(0.5);
    // A jump asks for a range in the middle of the file.
    const half = Math.floor(song!.duration_seconds / 2);
    await page.evaluate((half) => {
      document.querySelector('audio')!.currentTime = half;
    }, half);
    await expect.poll(position).toBeGreaterThan(half);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

for (const [setting, refused] of [
  [1, 'the data of sites in frames'],
  [2, 'all data of sites'],
] as const)
  test(`Firefox: where ${refused} is blocked, songs play, here and on another site`, async ({
    server,
    tracks,
  }) => {
    const [{ id, title }] = tracks as [Track];
    const strict = await openFirefox({ 'network.cookie.cookieBehavior': setting });
    const site = await openOtherSite(`<iframe src="${server.url}/embed/tracks/${id}"></iframe>`);
    try {
      const page = await strict.newPage();
      page.setDefaultTimeout(60_000);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      const positionIn = (frame: Frame) => () =>
        frame.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
      await page.goto(server.url);
      await page.locator(`button[aria-label="Play ${title}"]`).click();
      await expect.poll(positionIn(page.mainFrame())).toBeGreaterThan(0.5);

      await page.goto(site.url);
      const frame = await page.waitForFrame((one) => one.url().includes('/embed/'));
      await frame.locator('button[aria-label="Play"]').click();
      await frame.locator('button[aria-label="Pause"]').wait();
      const seconds = () =>
        page.evaluate(() => window.said.findLast(({ ovation }) => ovation === 'state')?.seconds);
      // Without a sound device, Firefox plays only the first sound for longer than a moment.
      await expect.poll(seconds).toBeGreaterThan(0);
      // Firefox itself says that it refused the worker.
      expect(faults.filter((fault) => !fault.includes('ServiceWorker'))).toEqual([]);
    } finally {
      site.close();
      await strict.close();
    }
  });

/** Skips the journeys, loudly, where there is no Firefox. */
function openFirefox(extraPrefsFirefox = {}): Promise<Browser> {
  let executablePath = '';
  try {
    executablePath = findFirefox();
  } catch (error) {
    console.log(`\n!! SKIPPED: ${(error as Error).message}\n`);
    test.skip(true, (error as Error).message);
  }
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox });
}
