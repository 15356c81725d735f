import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { wav } from '../../server/testing/sounds.ts';
import { expect, test } from './lib/fixtures.ts';
import { expectToast, logIn, tokenOf } from './lib/people.ts';
import { expectPlaying } from './lib/sound.ts';

// Runs on a server of its own, because these journeys change the catalog.
test.use({ settings: {} });

test.beforeEach(({ tracks }) => expect(tracks.length).toBeGreaterThan(0));

const song = (name: string, hz: number) => ({ name, mimeType: 'audio/wav', buffer: wav(40, { hz }) });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Track' });

test('an admin publishes a track with a cover and plays it on Explore', { tag: '@fast' }, async ({
  page,
}) => {
  await logIn(page, 'admin@demo.example');
  await page.getByRole('link', { name: 'Create', exact: true }).first().click();
  await expect(page.getByText('Please upload an audio file first')).toBeVisible();
  await expect(publish(page)).toBeDisabled();
  await page.getByLabel('Audio file').setInputFiles(song('harbour.wav', 330));
  await expectToast(page, 'Audio uploaded');
  const picture = { create: { width: 300, height: 300, channels: 3 as const, background: '#c40' } };
  await page.getByLabel('Cover art').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: await sharp(picture).png().toBuffer(),
  });
  await expectToast(page, 'Cover uploaded');
  await page.getByLabel('Title').fill('Harbour at Six');
  // The draft survives a reload at any stage of the processing.
  await page.reload();
  await expect(page.getByText('harbour.wav')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Harbour at Six');
  await expect(page.getByLabel('Duration')).toHaveValue('0:40', { timeout: 90_000 });
  await page.getByLabel('Artist', { exact: true }).fill('The Pier Ensemble');
  await page.getByRole('button', { name: 'Neo-Soul' }).click();
  await page.getByRole('button', { name: 'Play the preview' }).click();
  await expectPlaying(page);
  await publish(page).click();
  await expectToast(page, 'Track published!');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(publish(page)).toBeDisabled();

  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  const card = page.getByRole('article', { name: 'Harbour at Six' }).first();
  await expect(card).toBeVisible();
  const cover = card.locator('img');
  await expect(cover).toHaveAttribute('srcset', /\/media\/[0-9a-f]{32}-1280\.webp/);
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await card.hover();
  await card.getByRole('button', { name: 'Play Harbour at Six' }).click();
  await expect(page.getByRole('region', { name: 'Player' }).getByText('Harbour at Six')).toBeVisible();
  await expectPlaying(page);
});

test('an admin drops three files at once, one of them broken, and publishes two', async ({ page }) => {
  await logIn(page, 'admin@demo.example');
  await page.goto('/create?view=several');
  await page
    .getByLabel('Audio files')
    .setInputFiles([
      song('quay.wav', 410),
      song('jetty.wav', 430),
      { name: 'broken.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') },
    ]);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('broken.wav').getByRole('alert')).toBeVisible({ timeout: 90_000 });
  for (const name of ['quay', 'jetty']) {
    await expect(page.getByLabel(`Title of ${name}.wav`)).toHaveValue(name, { timeout: 90_000 });
    await page.getByLabel(`Artist of ${name}.wav`).fill('The Pier Ensemble');
    await page.getByLabel(`Genre of ${name}.wav`).selectOption('jazz');
  }
  await page.getByRole('button', { name: 'Publish 2 tracks' }).click();
  await expectToast(page, '2 tracks published!');
  await expect(row('quay.wav').getByText('Published')).toBeVisible();
  await page.getByRole('button', { name: 'Remove broken.wav' }).click();
  await expect(row('broken.wav')).toHaveCount(0);
  await page.goto('/?q=jetty');
  await expect(page.getByRole('main').getByRole('link', { name: 'jetty' }).first()).toBeVisible();
});

test('an admin edits, deletes and restores a track', async ({ page, tracks }) => {
  const title = tracks.at(-1)!.title;
  const countFound = async (q: string) => {
    const response = await page.request.get(`/track?q=${encodeURIComponent(q)}`);
    return (await response.json()).length;
  };
  await logIn(page, 'admin@demo.example');
  await page.goto('/create?view=tracks');
  await page.getByLabel('Search all tracks').fill(title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit track' });
  await dialog.getByLabel('Title').fill('Zephyr at Noon');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Track saved');
  await expect(dialog).toHaveCount(0);
  await page.getByLabel('Search all tracks').fill('zephyr');
  await page.getByRole('button', { name: 'Delete Zephyr at Noon' }).click();
  await expectToast(page, 'Track deleted');
  expect(await countFound('zephyr')).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Track restored');
  await expect(page.getByRole('button', { name: 'Delete Zephyr at Noon' })).toBeVisible();
  await page.goto('/?q=zephyr');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Zephyr at Noon/ })
      .first(),
  ).toBeVisible();
});

test("publishing a queued request's song releases the request and notifies its voter and requester", async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, 'admin@demo.example');
  await page.goto('/create?view=queue');
  const first = page.getByRole('article').filter({ hasText: 'Requested by juniper-castellane' }).first();
  const title = (await first.getByRole('heading').textContent())!;
  await first.getByRole('button', { name: 'Create this song' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByLabel('Audio file').setInputFiles(song('request.wav', 350));
  await expect(publish(page)).toBeEnabled({ timeout: 90_000 });
  await publish(page).click();
  await expectToast(page, 'Track published!', `“${title}” is out, and its backers are notified`);

  await page.goto('/leaderboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(0);
  await page.goto(`/?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible();

  for (const [plan, text] of [
    ['premium', 'Out now. You voted for it.'],
    ['platinum', 'Your song is out.'],
  ] as const) {
    const context = await browser.newContext({ baseURL });
    const member = await context.newPage();
    await logIn(member, `${plan}@demo.example`);
    await member.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
    const notice = member.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first();
    await expect(notice).toContainText(text);
    await expect(notice).toContainText(title);
    await notice.click();
    await member.getByRole('dialog', { name: title }).getByRole('button', { name: 'Play' }).click();
    await expectPlaying(member);
    await member.getByRole('button', { name: 'Go to the song' }).click();
    await expect(member.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(member.getByRole('main')).toContainText(/juniper-castellane asked for it on/);
    await expect(member.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await context.close();
  }
});

test('declining a request refunds everyone and notifies them of the reason', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'The Tide Has a Landlord';
  // The credits that each demo account spent on it: 200 for the request, 10 for each vote.
  const spent = { free: 0, plus: 60, premium: 200 + 180, platinum: 60, admin: 40 };
  const readBalances = async () => {
    const balances: Record<string, number> = {};
    for (const plan of Object.keys(spent)) {
      const headers = { authorization: `Bearer ${await tokenOf(page.request, `${plan}@demo.example`)}` };
      // An admin gets everyone's balances.
      const { id } = await (await page.request.get('/auth/me', { headers })).json();
      const records: { user_id: string; credits: number }[] = await (
        await page.request.get('/credits', { headers })
      ).json();
      balances[plan] = records.find(({ user_id }) => user_id === id)?.credits ?? 0;
    }
    return balances;
  };
  await logIn(page, 'admin@demo.example');
  const before = await readBalances();
  await page.goto('/create?view=queue');
  await page.getByRole('button', { name: `Decline ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
  await dialog.getByRole('button', { name: 'Decline and refund' }).click();
  await expect(dialog.getByText('Please say why.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('A song of somebody else');
  await dialog.getByRole('button', { name: 'Decline and refund' }).click();
  await expectToast(page, 'Request declined', `Every credit for “${title}” was returned`);
  await expect(page.getByRole('button', { name: `Decline ${title}` })).toHaveCount(0);
  expect(await readBalances()).toEqual(
    Object.fromEntries(Object.entries(spent).map(([plan, credits]) => [plan, before[plan]! + credits])),
  );
  await page.goto('/leaderboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(0);

  const context = await browser.newContext({ baseURL });
  const voter = await context.newPage();
  await logIn(voter, 'plus@demo.example');
  await voter.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  const notice = voter.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
  await expect(notice).toContainText('Declined: ');
  await expect(notice).toContainText('A song of somebody else');
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test('no publishing view is wider than the screen', async ({ page, tracks }) => {
    await logIn(page, 'admin@demo.example');
    const headers = { authorization: `Bearer ${await tokenOf(page.request, 'admin@demo.example')}` };
    const data = { track_id: tracks[0]!.id, reason: 'It hisses' };
    expect((await page.request.post('/report', { headers, data })).status()).toBe(201);
    for (const view of ['new', 'queue', 'tracks', 'reports']) {
      await page.goto(`/create?view=${view}`);
      // With their counts, the links have their final width.
      await expect(page.getByRole('link', { name: /^Reports \d+ waiting$/ })).toBeAttached();
      await expect(page.getByRole('link', { name: /^Queue \d+ waiting$/ })).toBeAttached();
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await overflow(), view).toBe(0);
    }
  });
});

test('uploading a file that is not audio shows why it is refused', async ({ page }) => {
  await logIn(page, 'admin@demo.example');
  await page.goto('/create');
  await page
    .getByLabel('Audio file')
    .setInputFiles({ name: 'page.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<html>') });
  const message = 'We can’t play this file. Please choose an MP3, WAV, FLAC, Ogg or M4A file.';
  await expectToast(page, 'Upload failed', message);
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
  await expect(publish(page)).toBeDisabled();
});

test('the page and the server refuse members who are not admins', async ({ page, baseURL }) => {
  await page.goto('/create');
  await expectToast(page, 'Authentication required', 'Please log in to access this page');
  await expect(page).toHaveURL(/\/login\?from=%2Fcreate$/);
  await page.getByLabel('Email').fill('platinum@demo.example');
  await page.getByLabel('Password').fill('ovation-demo');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Access denied', 'This page is only accessible to administrators');
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByRole('link', { name: 'Create', exact: true })).toHaveCount(0);
  const refused = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('ovation.token')}` };
    const form = new FormData();
    form.append('audio', new Blob(['x']), 'x.mp3');
    const upload = await fetch('/api/upload/audio', { method: 'POST', headers, body: form });
    const queue = await fetch('/publishing/queue', { headers });
    return [upload.status, queue.status];
  });
  expect(refused).toEqual([403, 403]);
});
