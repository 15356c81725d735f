import type { Page } from '@playwright/test';
import puppeteer, { type Browser as Firefox, type Page as FirefoxPage } from 'puppeteer-core';
import { findFirefox } from './find-browser.ts';
import { expect, test } from './lib/fixtures.ts';
import { headersOf, requestSong, signIn } from './lib/people.ts';
import { openSlowLine } from './lib/slow-line.ts';

/** Distance between what two people hear at which they are not in step, ms. It is 6 to 24 ms on a quiet machine. */
const APART_MS = 1000;
const LATENCIES = [0, 150, 600];

test('a premiere from the thirtieth vote to the last second, in step over slow lines', async ({
  page,
  browser,
  server,
}) => {
  const admin = await headersOf(page.request, 'admin@demo.example');
  const data = {
    ...{ title: 'Everybody at Once', artist: 'The Last Row', genre: 'folk' },
    description: '60 seconds',
  };
  const { id } = await requestSong(page.request, data);
  await signIn(page, 'premium@demo.example');
  await page.goto(`/leaderboard/${id}`);
  await page.getByRole('button', { name: 'Light lamp 30 10 credits' }).click();
  await expect(page.getByRole('dialog', { name: 'You lit the last lamp.' })).toBeVisible();
  await page.keyboard.press('Escape');
  const making = await page.request.post(`/requests/${id}/takes`, { headers: admin, data: { count: 1 } });
  const [{ id: take_id }] = await making.json();
  await expect(page.getByRole('button', { name: 'Play take A' })).toBeVisible({ timeout: 200_000 });

  const firefox = await openFirefox();
  const lines = await Promise.all(LATENCIES.map((latency) => openSlowLine(server.url, latency)));
  try {
    const guests = await Promise.all(
      lines.map(async ({ url }) => {
        const guest = await (await browser.newContext({ baseURL: url })).newPage();
        const listening = guest.waitForResponse((response) => response.url().endsWith('/requests/events'));
        await guest.goto(`/leaderboard/${id}`);
        await listening;
        await expect(guest.getByRole('heading', { level: 1, name: data.title })).toBeVisible();
        return guest;
      }),
    );
    const fox = await firefox?.newPage();
    await fox?.goto(`${server.url}/leaderboard/${id}`, { waitUntil: 'networkidle2' });
    await page.request.post(`/requests/${id}/release`, { headers: admin, data: { take_id } });
    const people = [page, ...guests];
    await Promise.all([
      ...people.map((one) =>
        one
          .getByRole('dialog', { name: data.title })
          .getByRole('button', { name: /^Play( when it starts)?$/ })
          .click(),
      ),
      fox?.locator('.premiere-play').click(),
    ]);
    // Who comes late is brought in step within seconds; how soon depends on the machine.
    const listeners = fox ? [...people, fox] : people;
    let apart: number[] = [];
    const measure = async () => {
      const [own, ...starts] = await Promise.all(listeners.map(startOf));
      apart = starts.map((start) => Math.round(Math.abs(start - own!)));
      return Math.max(...apart.slice(0, LATENCIES.length));
    };
    try {
      await expect.poll(measure, { timeout: 45_000 }).toBeLessThanOrEqual(APART_MS);
    } finally {
      console.log(
        `Premiere: ${apart.join(', ')} ms apart over lines of ${LATENCIES.join(', ')} ms, Firefox last`,
      );
    }
    // It ends with the song's page, for everybody.
    for (const one of people) {
      await expect(one.getByRole('dialog', { name: data.title })).toBeHidden({ timeout: 90_000 });
      await expect(one).toHaveURL(/\/tracks\//);
    }
    const { track_id } = await (await page.request.get(`/requests/${id}`)).json();
    const { premiere } = await (await page.request.get(`/requests/${id}/premiere`)).json();
    expect([typeof track_id, premiere]).toEqual(['string', null]);
  } finally {
    for (const { close } of lines) close();
    await firefox?.close();
  }
});

/** Position of what a page plays, seconds, and the time by a clock that all pages of a machine share, ms. */
const heard = (page: Page | FirefoxPage): Promise<{ now: number; at: number | undefined }> =>
  (page as Page).evaluate(() => ({
    now: performance.timeOrigin + performance.now(),
    at: [...document.querySelectorAll('audio')].find(({ paused }) => !paused)?.currentTime,
  }));

/** Time of the song's first second, as a page plays it: the middle of several looks. */
async function startOf(page: Page | FirefoxPage): Promise<number> {
  const starts: number[] = [];
  while (starts.length < 21) {
    const { now, at } = await heard(page);
    starts.push(now - at! * 1000);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return starts.sort((a, b) => a - b)[10]!;
}

/** Starts Firefox, or says loudly that there is none. */
async function openFirefox(): Promise<Firefox | undefined> {
  try {
    const executablePath = findFirefox();
    return await puppeteer.launch({
      ...{ browser: 'firefox', executablePath, headless: true },
      extraPrefsFirefox: { 'media.autoplay.default': 0 },
    });
  } catch (error) {
    console.log(`\n!! SKIPPED in Firefox: ${(error as Error).message}\n`);
  }
}
