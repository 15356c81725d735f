import type { BrowserContext, Page } from '@playwright/test';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { expect, test } from './lib/fixtures.ts';
import { signIn } from './lib/people.ts';

declare global {
  interface Window {
    /** The sum of the page's layout shifts. */
    shifted: number;
    /** Elements that moved, for the message. */
    moved: string[];
  }
}

/** Delay of every script and answer, so that each state is painted; ms. */
const LATE = 150;

for (const plan of ['free', 'premium', 'admin'])
  for (const width of [390, 1440])
    test(`signed in as ${plan}, nothing moves while a page loads at ${width} px`, async ({
      page,
      context,
      tracks,
      server,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, `${plan}@demo.example`);
      await page.goto('/');
      await expect(page.getByRole('button', { name: /^Account menu of/ })).toBeVisible();
      const requests: SongRequest[] = await (await page.request.get('/requests')).json();
      const views = ['requests', 'credits', 'settings'].map((view) => `/profile?view=${view}`);
      const paths = [
        '/',
        '/?section=new',
        '/library',
        '/playlists',
        '/leaderboard',
        ...new Map(requests.map(({ status, id }) => [status, `/leaderboard/${id}`])).values(),
        // Of a song that nobody asked for, whose page opens with no premiere.
        `/tracks/${tracks.find(({ backers }) => backers === null)!.id}`,
        '/charts?chart=all',
        '/genres',
        '/genres/jazz',
        '/profile',
        ...views,
        ...(plan === 'admin' ? ['/create', '/create?view=queue'] : []),
      ];
      // Each page waits most of the time, so three load at once.
      await Promise.all(
        [0, 1, 2].map((third) =>
          stays(
            context,
            server.url,
            paths.filter((_, at) => at % 3 === third),
          ),
        ),
      );
    });

test('a member’s page is theirs from the first paint', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'free@demo.example');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Plan: Free' })).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Main' }).first();
  const places = () => nav.getByRole('link').evaluateAll((all) => all.map((one) => one.textContent));
  // Without scripts, the page stays as the server drew it.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const visible = nav.getByRole('link').and(page.locator(':visible'));
  await expect(visible).toHaveText(['Explore', 'Charts', 'Library', 'Playlists', 'Requests']);
  for (const name of ['Log In', 'Sign Up']) await expect(page.getByRole('link', { name })).toBeHidden();
  const before = (await nav.getByRole('link', { name: 'Requests' }).boundingBox())!;
  await page.unroute('**/assets/*.js');
  await page.goto(server.url);
  await expect(page.getByRole('button', { name: 'Plan: Free' })).toBeVisible();
  expect(await places()).toEqual(['Explore', 'Charts', 'Library', 'Playlists', 'Requests']);
  expect(await nav.getByRole('link', { name: 'Requests' }).boundingBox()).toEqual(before);
});

/** Opens pages one after another in a tab of their own, and expects that nothing moves in them. */
async function stays(context: BrowserContext, url: string, paths: string[]): Promise<void> {
  const page = await context.newPage();
  await slowDown(page, url);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: / credits?$/ }).first()).toHaveText(/\d/);
    await expect(page.locator('.animate-pulse:visible, [data-rendered]')).toHaveCount(0);
    await page.waitForTimeout(2 * LATE);
    const { shifted, moved } = await page.evaluate(() => ({ shifted: window.shifted, moved: window.moved }));
    expect(shifted, `${path}:\n${moved.join('\n')}`).toBeLessThanOrEqual(0.02);
  }
}

/** Delays scripts and data, and counts what moves. */
async function slowDown(page: Page, url: string): Promise<void> {
  await page.route(
    ({ origin }) => origin === new URL(url).origin,
    async (route) => {
      if (['script', 'fetch'].includes(route.request().resourceType()))
        await new Promise((then) => setTimeout(then, LATE));
      await route.continue().catch(() => {});
    },
  );
  await page.addInitScript(() => {
    window.shifted = 0;
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        window.shifted += value;
        const names = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${node?.textContent?.slice(0, 40) ?? 'something'} (y ${from.y} to ${to.y})`,
        );
        window.moved.push(`${value.toFixed(4)} ${names.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
