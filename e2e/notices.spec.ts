import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { advances } from './sound.ts';

test.beforeEach(({ tracks }) => expect(tracks.length).toBeGreaterThanOrEqual(2));

test('a request is released: requester and voter are told, click, and hear it', async ({
  page,
  request,
  tracks,
  browser,
  baseURL,
}) => {
  const [asker, admin] = [await tokenOf(request, 'premium'), await tokenOf(request, 'admin')];
  const asked = await request.post('/requests', {
    headers: asker,
    data: { title: 'Rain on Tin', artist: 'Nobody Yet', genre: 'jazz:bebop', description: '' },
  });
  const { id } = await asked.json();
  await request.post(`/requests/${id}/votes`, { headers: await tokenOf(request, 'platinum') });
  const { waveform_json_url, duration_seconds } = tracks[0]!;
  // Another address of the same sound: what lies elsewhere is taken as it is.
  const audio_url = tracks[0]!.audio_url.replace(/\?.*|$/, '?released');
  const published = await request.post('/track', {
    headers: admin,
    data: {
      title: 'Rain on Tin',
      display_artist: 'The Marlow Trio',
      genre: 'jazz:bebop',
      request_id: id,
      audio_url,
      waveform_json_url,
      duration_seconds,
    },
  });
  expect(published.status()).toBe(201);

  await logIn(page, 'premium');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await page.getByRole('button', { name: /Your request "Rain on Tin" is out/ }).click();
  await advances(page);
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(/Requested by .+, backed by 1/);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  // The waveform is drawn: its bars are not all alike.
  const bars = page.getByRole('region', { name: 'Player' }).locator('path.heard');
  await expect
    .poll(async () => new Set((await bars.getAttribute('d'))?.match(/v[\d.]+/g)).size)
    .toBeGreaterThan(10);

  const phone = await browser.newContext({
    baseURL,
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  const voter = await phone.newPage();
  await logIn(voter, 'platinum');
  await voter.getByRole('button', { name: 'Notifications, 1 unread' }).tap();
  await voter.getByRole('button', { name: /A song you voted for is out/ }).tap();
  await advances(voter);
  await phone.close();
});

test('a report reaches the admins', async ({ page, request, tracks }) => {
  await logIn(page, 'free');
  const { title, id } = tracks[0]!;
  await page.goto('/?section=popular');
  await page.getByRole('article', { name: title }).hover();
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(page.getByRole('dialog', { name: title })).toContainText('Ovation house band');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: `More for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report a track' });
  await dialog.getByLabel('Reason').fill('It hisses');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.locator('li').filter({ hasText: 'Track reported' })).toBeVisible();
  const open = await request.get('/publishing/reports', { headers: await tokenOf(request, 'admin') });
  expect(await open.json()).toMatchObject([{ track_id: id, reason: 'It hisses' }]);
});

async function tokenOf(request: APIRequestContext, who: string): Promise<{ authorization: string }> {
  const answer = await request.post('/auth/login', {
    data: { email: `${who}@demo.example`, password: 'ovation-demo' },
  });
  return { authorization: `Bearer ${(await answer.json()).authToken}` };
}

async function logIn(page: Page, who: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${who}@demo.example`);
  await page.getByLabel('Password').fill('ovation-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname === '/');
}
