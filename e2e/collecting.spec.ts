import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { advances } from './sound.ts';

test.beforeEach(({ tracks }) => expect(tracks.length).toBeGreaterThanOrEqual(6));

test('a visitor is asked to log in', async ({ page, tracks }) => {
  await page.goto('/');
  await heart(page, tracks[0]!.title).click();
  await expectToast(page, 'Login required', 'Please log in to save tracks');
  await page
    .getByRole('button', { name: `Add to playlist: ${tracks[0]!.title}` })
    .first()
    .click();
  await expectToast(page, 'Login required', 'Please log in to add tracks to playlists');
});

test('the free plan: five saved tracks, no playlists', async ({ page, tracks }) => {
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
  await expect(page.getByRole('button', { name: 'Create Playlist' })).toBeDisabled();
});

test('the plus plan: three playlists, the fourth is refused', async ({ page }) => {
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

test('a public playlist opens for anyone, a private one for nobody else', async ({ page, browser }) => {
  await logIn(page, 'platinum@demo.example');
  await page.goto('/playlists');
  await createPlaylist(page, 'For everyone');
  await expect(page.getByText('Private')).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByText('Playlist not found')).toBeVisible();

  await page.getByRole('button', { name: 'Edit playlist' }).click();
  await page.getByLabel('Public').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Public', { exact: true })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'For everyone' })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Edit playlist' })).toBeHidden();
  await stranger.context().close();
});

test('play next, add to queue, and the queue panel', async ({ page, tracks }) => {
  await page.goto('/?section=popular');
  const [first, second, third] = tracks.map(({ title }) => title) as [string, string, string];
  await page.getByRole('button', { name: `Play ${first}` }).click();
  await advances(page);
  await choose(page, third, 'Add to queue');
  await choose(page, second, 'Play next');
  await page.getByRole('button', { name: 'Queue' }).click();
  const queue = page.getByRole('dialog', { name: 'Queue' });
  const rows = queue.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(second);
  await queue.getByRole('button', { name: `Remove ${second} from the queue` }).click();
  await expect(rows).toHaveCount(2);
  await queue.getByRole('button', { name: `Play ${third}` }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Player' }).getByText(third)).toBeVisible();
  await advances(page);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Player' }).getByText(third)).toBeVisible();
  await page.getByRole('button', { name: 'Queue' }).click();
  await expect(page.getByRole('dialog', { name: 'Queue' }).getByRole('listitem')).toHaveCount(2);
});

const heart = (page: Page, title: string) =>
  page
    .getByRole('button', {
      name: new RegExp(`(Save to|Remove from) library: ${title.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}$`),
    })
    .first();

async function choose(page: Page, title: string, entry: string): Promise<void> {
  await page.getByRole('article', { name: title }).hover();
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
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

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('ovation-demo');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Welcome back!');
}

async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  // By element and not by role: an open dialog hides what is behind it from roles.
  const toast = page.locator('li').filter({ hasText: title });
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (text) await expect(toast.getByText(text)).toBeVisible();
}
