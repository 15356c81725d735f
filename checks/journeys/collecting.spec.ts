import type { Page } from '@playwright/test';
import { expect, test } from './lib/fixtures.ts';
import { expectToast, logIn } from './lib/people.ts';
import { expectPlaying, position } from './lib/sound.ts';

test.beforeEach(({ tracks }) => expect(tracks.length).toBeGreaterThanOrEqual(6));

test('a visitor must log in to save tracks', async ({ page, tracks }) => {
  await page.goto('/');
  await heart(page, tracks[0]!.title).click();
  await expectToast(page, 'Login required', 'Please log in to save tracks');
  await page
    .getByRole('button', { name: `Add to playlist: ${tracks[0]!.title}` })
    .first()
    .click();
  await expectToast(page, 'Login required', 'Please log in to add tracks to playlists');
});

test('the free plan allows five saved tracks and no playlists', { tag: '@fast' }, async ({
  page,
  tracks,
}) => {
  await logIn(page, 'free@demo.example');
  await page.goto('/library');
  await expect(page.getByText('No saved tracks yet')).toBeVisible();
  await page.goto('/?section=popular');
  for (const { title } of tracks.slice(0, 5)) {
    await heart(page, title).click();
    await expectToast(page, 'Track saved', `"${title}" has been added to your library`);
  }
  await heart(page, tracks[5]!.title).click();
  await expectToast(page, 'Limit reached (5 tracks)', 'Upgrade to Plus for unlimited saved tracks');
  await expect(heart(page, tracks[5]!.title)).toHaveAttribute('aria-pressed', 'false');

  await page.goto('/library');
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.getByRole('button', { name: `Remove from library: ${tracks[0]!.title}` }).click();
  await expectToast(page, 'Track removed');
  await expect(page.getByRole('article')).toHaveCount(4);

  await page.goto('/playlists');
  await expect(page.getByText('0 of 0 playlists used')).toBeVisible();
  await expect(page.getByText('Upgrade to Plus to create custom playlists')).toBeVisible();
  await expect(page.getByRole('region', { name: 'About playlists' }).getByRole('button')).toHaveText(
    'Upgrade',
  );
});

test('the plus plan allows three playlists', async ({ page }) => {
  await logIn(page, 'plus@demo.example');
  for (const [index, name] of ['Morning', 'Noon', 'Night'].entries()) {
    await page.goto('/playlists');
    await expect(page.getByText(`${index} of 3 playlists used`)).toBeVisible();
    await createPlaylist(page, name);
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  await page.goto('/playlists');
  await expect(page.getByText('3 of 3 playlists used')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Playlist' })).toBeDisabled();
});

test('a premium member creates, reorders, plays, deletes and restores a playlist', { tag: '@fast' }, async ({
  page,
  tracks,
}) => {
  const three = tracks.slice(0, 3);
  await logIn(page, 'premium@demo.example');
  await page.goto('/playlists');
  await createPlaylist(page, 'Night shift');
  const url = page.url();
  await expect(page.getByText('No tracks yet')).toBeVisible();

  await page.goto('/?section=popular');
  for (const { title } of three) {
    await page.getByRole('article', { name: title }).hover();
    await page.getByRole('button', { name: `Add to playlist: ${title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to Playlist' });
    await expect(dialog.getByText(`Choose a playlist to add "${title}"`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Night shift' }).click();
    await expectToast(page, 'Added to playlist', `"${title}" has been added to "Night shift"`);
    await expect(dialog.getByRole('button', { name: 'Night shift' })).toHaveAttribute('aria-pressed', 'true');
    await dialog.getByRole('button', { name: 'Close' }).click();
  }

  await page.goto(url);
  await expect(titles(page)).toHaveText(three.map(({ title }) => title));
  // Moves the last row up by one with the keyboard.
  await page.getByRole('button', { name: `Move ${three[2]!.title}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await page.waitForTimeout(300);
  await page.keyboard.press('ArrowUp');
  await page.waitForTimeout(300);
  // The numbers of the rows follow while one is moved.
  await expect(page.locator('main ol .figures', { hasText: /^\d$/ })).toHaveText(['1', '3', '2']);
  await page.keyboard.press('Space');
  const reordered = [three[0]!, three[2]!, three[1]!].map(({ title }) => title);
  await expect(titles(page)).toHaveText(reordered);
  await page.reload();
  await expect(titles(page)).toHaveText(reordered);

  await page.getByRole('button', { name: 'Play all' }).click();
  await expectPlaying(page);
  const player = page.getByRole('region', { name: 'Player' });
  for (const title of reordered.slice(1)) {
    await seekNearEnd(page);
    await expect(player.getByText(title)).toBeVisible();
    await expect.poll(() => position(page)).toBeLessThan(15);
    await expectPlaying(page, 0.3);
  }
  await expect.poll(async () => (await gapsBetweenTracks(page)).length).toBe(2);
  const gaps = await gapsBetweenTracks(page);
  console.log(`gaps between tracks: ${gaps.map((gap) => `${gap.toFixed(0)} ms`).join(', ')}`);
  // Previous restarts a song that has played for a while, so this one is paused at its beginning.
  await player.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('slider', { name: 'Progress' }).press('Home');
  await player.getByRole('button', { name: 'Previous' }).click();
  await expect(player.getByText(reordered[1]!)).toBeVisible();

  await page.getByRole('button', { name: `Remove ${reordered[0]}` }).click();
  await expectToast(page, 'Track removed');
  await expect(titles(page)).toHaveText(reordered.slice(1));

  await page.getByRole('button', { name: 'Delete playlist' }).click();
  await expect(page).toHaveURL(/\/playlists$/);
  await expect(page.getByText('0 of unlimited playlists used')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Night shift' })).toBeVisible();
});

test('anyone can open a public playlist; only its owner can open a private one', async ({
  page,
  browser,
}) => {
  await logIn(page, 'platinum@demo.example');
  await page.goto('/playlists');
  await createPlaylist(page, 'For everyone');
  await expect(page.getByText('Private')).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(page.url());
  await expect(visitor.getByText('Playlist not found')).toBeVisible();

  await page.getByRole('button', { name: 'Edit playlist' }).click();
  await page.getByLabel('Public').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Public', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'For everyone' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Edit playlist' })).toBeHidden();
  await visitor.context().close();
});

test('Play next, Add to queue and the queue panel change what plays', async ({ page, tracks }) => {
  await page.goto('/?section=popular');
  const [first, second, third] = tracks.map(({ title }) => title) as [string, string, string];
  await page.getByRole('button', { name: `Play ${first}` }).click();
  await expectPlaying(page);
  await choose(page, third, 'Add to queue');
  await choose(page, second, 'Play next');
  const openQueue = () => page.getByRole('button', { name: 'Queue', exact: true }).last().click();
  await openQueue();
  const beside = page.getByRole('complementary', { name: 'Queue' });
  await expect(beside.getByRole('listitem')).toHaveCount(3);
  await expect(beside.getByRole('listitem').nth(1)).toContainText(second);
  // The page beside it stays usable, and no card is below it.
  await page
    .getByRole('button', { name: `Pause ${first}` })
    .first()
    .click();
  await page
    .getByRole('button', { name: `Play ${first}` })
    .first()
    .click();
  const card = (await page.getByRole('article').nth(3).boundingBox())!;
  expect(card.x + card.width).toBeLessThanOrEqual((await beside.boundingBox())!.x);

  // On the narrowest screens it is a sheet, and its buttons stay within it.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(beside).toBeHidden();
  await page.getByRole('button', { name: 'Open the player' }).click();
  await openQueue();
  const sheet = page.getByRole('dialog', { name: 'Queue' });
  const remove = sheet.getByRole('button', { name: `Remove ${second} from the queue` });
  await expect(remove).toBeInViewport({ ratio: 1 });
  await remove.click();
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await sheet.getByRole('button', { name: `Play ${third}` }).click();
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('region', { name: 'Player' }).getByText(third)).toBeVisible();
  await expectPlaying(page);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Player' }).getByText(third)).toBeVisible();
  await openQueue();
  await expect(beside.getByRole('listitem')).toHaveCount(2);
});

const heart = (page: Page, title: string) =>
  page
    .getByRole('button', {
      name: new RegExp(`(Save to|Remove from) library: ${title.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}$`),
    })
    .first();

const titles = (page: Page) => page.getByRole('main').getByRole('listitem').locator('.font-medium');

async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('article', { name: title }).hover();
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function createPlaylist(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Playlist' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Playlist' });
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expectToast(page, 'Playlist created!');
  await expect(page).toHaveURL(/\/playlists\/[0-9a-f-]{36}$/);
}

/** Starts and ends of songs, ms. */
interface Timing {
  playing: number[];
  ended: number[];
}

/** From the end of each song to the beginning of the next one, ms; below 0 where both sounded for a moment. */
const gapsBetweenTracks = (page: Page) =>
  page.evaluate(() => {
    const { playing, ended } = (window as unknown as { timing: Timing }).timing;
    return ended.map((end) =>
      playing.map((start) => start - end).reduce((a, b) => (Math.abs(a) < Math.abs(b) ? a : b)),
    );
  });

/** Seeks to two seconds before the end, and records from then on when songs begin and end. */
async function seekNearEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const page = window as unknown as { timing?: Timing };
    if (page.timing) return;
    const timing: Timing = { playing: [], ended: [] };
    page.timing = timing;
    // Media events do not bubble, but the document can capture them.
    for (const name of ['playing', 'ended'] as const)
      document.addEventListener(name, ({ timeStamp }) => timing[name].push(timeStamp), true);
  });
  const slider = page.getByRole('slider', { name: 'Progress' });
  await slider.focus();
  await slider.press('End');
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
}
