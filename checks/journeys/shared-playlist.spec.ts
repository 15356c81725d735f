import type { Locator, Page } from '@playwright/test';
import { expect, test } from './lib/fixtures.ts';
import { demoPassword, signIn, tokenOf } from './lib/people.ts';

// All rows are on the screen: nothing scrolls under a drag.
const viewport = { width: 1280, height: 1300 };
test.use({ viewport });

test('two people make a playlist: a link, two drags at once, and the end of it', async ({
  page,
  browser,
  server,
  tracks,
}) => {
  const songs = tracks.slice(0, 6);
  const headers = {
    authorization: `Bearer ${await tokenOf(page.request, 'premium@demo.example')}`,
  };
  const made = await page.request.post('/playlist', {
    headers,
    data: { name: 'Ours', privacy: 'private' },
  });
  const { id } = await made.json();
  for (const { id: track_id } of songs)
    await page.request.post('/playlist_track', { headers, data: { playlist_id: id, track_id } });

  await signIn(page, 'premium@demo.example');
  await page.goto(`/playlists/${id}`);
  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.keyboard.press('Escape');

  const other = await (
    await browser.newContext({ viewport, baseURL: server.url, serviceWorkers: 'block' })
  ).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: /invites you to “Ours”/ })).toBeVisible();
  await other.getByRole('link', { name: 'Log in to join' }).click();
  await other.getByLabel('Email').fill('free@demo.example');
  await other.getByLabel('Password').fill(demoPassword);
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other.getByRole('heading', { name: 'Ours' })).toBeVisible();
  // The owner's page, open all the time, knows it.
  await expect(page.getByText(/^with /)).toBeVisible();

  const titles = songs.map(({ title }) => title);
  for (const one of [page, other]) await expect.poll(() => order(one)).toEqual(titles);
  // Both hold a row before either lets go.
  await Promise.all([pick(page, titles[0]!, titles[3]!), pick(other, titles[5]!, titles[1]!)]);
  await Promise.all([page.mouse.up(), other.mouse.up()]);
  const [a, b, c, d, e, f] = titles;
  for (const one of [page, other]) await expect.poll(() => order(one)).toEqual([f, b, c, d, a, e]);

  await other.getByRole('button', { name: `Remove ${c}`, exact: true }).click();
  await expect.poll(() => order(page)).not.toContain(c);

  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('button', { name: /^Remove: / }).click();
  await expect(other.getByRole('heading', { name: 'Playlist not found' })).toBeVisible();
  await other.context().close();
});

const handle = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Move ${title}`, exact: true });

const order = (page: Page) =>
  page
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) =>
      handles
        .toSorted((one, two) => one.getBoundingClientRect().top - two.getBoundingClientRect().top)
        .map((one) => one.getAttribute('aria-label')!.replace('Move ', '')),
    );

/** Picks a row up and holds it over another one. */
async function pick(page: Page, title: string, over: string): Promise<void> {
  await handle(page, over).scrollIntoViewIfNeeded();
  const [from, to] = [await handle(page, title).boundingBox(), await handle(page, over).boundingBox()];
  const middle = (box: typeof from) => [box!.x + box!.width / 2, box!.y + box!.height / 2] as const;
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 12 });
}
