import { expectAccessible } from './lib/accessible.ts';
import { expect, test } from './lib/fixtures.ts';
import { headersOf, logIn } from './lib/people.ts';
import { expectPlaying } from './lib/sound.ts';

test.beforeEach(({ tracks }) => expect(tracks.length).toBeGreaterThanOrEqual(2));

test('a released request notifies its requester and voter, who are led to its premiere', async ({
  page,
  request,
  tracks,
  browser,
  baseURL,
}) => {
  const [requester, admin] = [
    await headersOf(request, 'premium@demo.example'),
    await headersOf(request, 'admin@demo.example'),
  ];
  const created = await request.post('/requests', {
    headers: requester,
    data: { title: 'Rain on Tin', artist: 'Nobody Yet', genre: 'jazz:bebop', description: '' },
  });
  const { id } = await created.json();
  await request.post(`/requests/${id}/votes`, { headers: await headersOf(request, 'platinum@demo.example') });
  const { waveform_json_url, duration_seconds } = tracks[0]!;
  // The dot is encoded, so the server does not take it for an upload but for audio hosted elsewhere.
  const audio_url = tracks[0]!.audio_url.replace('.mp3', '%2Emp3');
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

  await logIn(page, 'premium@demo.example');
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  await page.getByRole('link', { name: /Rain on Tin Your song is out/ }).click();
  // Its premiere, dark in both themes: axe does not see what is behind the lamps' own colors.
  const premiere = page.getByRole('dialog', { name: 'Rain on Tin' });
  await expect(premiere.getByRole('button', { name: 'Play' })).toBeFocused();
  await expectAccessible(page, premiere, { schemes: ['dark'], within: premiere });
  await page.keyboard.press('Enter');
  await expectPlaying(page);
  await premiere.getByRole('button', { name: 'Go to the song' }).click();
  await expect(page.getByRole('main')).toContainText(/asked for it on .+1 person made it possible/s);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  // The waveform of the song's page is drawn: its bars differ in height.
  const bars = page.getByRole('region', { name: 'Waveform' }).locator('path.played');
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
  await logIn(voter, 'platinum@demo.example');
  await voter.getByRole('button', { name: /^Notifications, \d+ unread$/ }).tap();
  await voter
    .getByRole('link', { name: /Rain on Tin Out now. You voted for it/ })
    .first()
    .tap();
  await voter.getByRole('dialog', { name: 'Rain on Tin' }).getByRole('button', { name: 'Play' }).tap();
  await expectPlaying(voter);
  await phone.close();
});

test("a track's menu and details work by keyboard, and Escape closes one layer at a time", async ({
  page,
  tracks,
}) => {
  const { title } = tracks[0]!;
  const path = '/?section=popular';
  await page.goto(path);
  const more = page.getByRole('button', { name: `More for ${title}` });
  await more.focus();
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.type('det');
    await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toContainText('Ovation house band');
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(more).toBeFocused();
    await expect(page).toHaveURL(path);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(more).toBeFocused();
});

test('a listener reports a track and an admin resolves the report', async ({
  page,
  tracks,
  browser,
  baseURL,
}) => {
  await logIn(page, 'free@demo.example');
  const { title } = tracks[0]!;
  await page.goto('/?section=popular');
  await page.getByRole('article', { name: title }).hover();
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a track' });
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByText('Please describe what is wrong.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It hisses');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.locator('li').filter({ hasText: 'Track reported' })).toBeVisible();

  const context = await browser.newContext({ baseURL });
  const admin = await context.newPage();
  await logIn(admin, 'admin@demo.example');
  await admin.goto('/create');
  const waiting = admin.getByRole('link', { name: /^Reports \d+ waiting$/ });
  await waiting.click();
  const report = admin.getByRole('listitem').filter({ hasText: 'It hisses' });
  await expect(report).toContainText(`${title} by`);
  await expect(report).toContainText('Reported by noor-hadley');
  await report.getByRole('button', { name: `Resolve the report of ${title}` }).click();
  await expect(report).toHaveCount(0);
  await admin.getByLabel('State').selectOption('Resolved');
  await expect(report).toContainText('resolved');
  await context.close();
});
