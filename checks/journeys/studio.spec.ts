import type { Page } from '@playwright/test';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { expectAccessible } from './lib/accessible.ts';
import { expect, test } from './lib/fixtures.ts';
import { expectToast, headersOf, requestSong, signIn } from './lib/people.ts';

// An element that is still fading in has too little contrast for axe.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the last lamp, the takes, the choice, the premiere on two devices, and the song', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await headersOf(page.request, 'admin@demo.example');
  const data = { title: 'Porch Light, Left On', artist: 'Wren & Daughters', genre: 'folk' };
  const { id, platinum } = await requestSong(page.request, data);

  await signIn(page, 'premium@demo.example');
  await page.goto('/profile?view=requests');
  await page.getByRole('region', { name: 'My requests' }).getByRole('link', { name: data.title }).click();
  await expect(page).toHaveURL(new RegExp(`/leaderboard/${id}$`));
  await expectAccessible(page, page.getByText('of 30'));
  await page.getByRole('button', { name: 'Light lamp 30 10 credits' }).click();
  const moment = page.getByRole('dialog', { name: 'You lit the last lamp.' });
  await expect(moment.getByRole('button', { name: 'Share your part' })).toBeFocused();
  // It is dark in both themes; axe does not see the layer that darkens the light one.
  await expectAccessible(page, moment, { schemes: ['dark'], within: moment });
  await page.keyboard.press('Escape');
  await expect(page.getByText('Queued for Creation')).toBeVisible();

  // The studio waits for an admin; the page follows what happens without a reload.
  const started = await page.request.post(`/requests/${id}/takes`, { headers: admin, data: { count: 2 } });
  expect(started.status()).toBe(201);
  await expect(page.getByText('In the studio', { exact: true })).toBeVisible();
  await expectAccessible(page, page.getByRole('heading', { name: 'Takes in the making' }));
  await expect(page.getByRole('heading', { name: 'Choose a take' })).toBeVisible({ timeout: 200_000 });

  const playing = (on = page) =>
    on.evaluate(() =>
      [...document.querySelectorAll('audio')].flatMap((audio) =>
        audio.paused ? [] : { src: audio.src, at: audio.currentTime },
      ),
    );
  await page.getByRole('button', { name: 'Play take A' }).click();
  await expect.poll(async () => (await playing())[0]?.at ?? 0).toBeGreaterThan(1.5);
  const [before] = await playing();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Pause take B' })).toBeVisible();
  await expect.poll(async () => (await playing()).length).toBe(1);
  const [after] = await playing();
  expect(after!.src).not.toBe(before!.src);
  expect(after!.at).toBeGreaterThan(before!.at - 0.5);
  await page.getByRole('region', { name: 'Player of takes' }).getByRole('button', { name: 'Pause' }).click();
  await expectAccessible(page, page.getByRole('region', { name: 'Player of takes' }));
  await page.getByRole('button', { name: 'Choose B' }).click();
  await expectToast(page, 'Take B chosen');

  // A visitor watches on a phone, too.
  const phone = await browser.newContext({
    ...{ baseURL: baseURL!, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    reducedMotion: 'no-preference',
  });
  const visitor = await phone.newPage();
  await visitor.goto(`/leaderboard/${id}`);
  await expect(visitor.getByRole('heading', { level: 1, name: data.title })).toBeVisible();
  await visitor.waitForLoadState('networkidle');
  const [take] = await (await page.request.get(`/requests/${id}/takes`, { headers: platinum })).json();
  const other = await page.request.put(`/requests/${id}/choice`, {
    headers: platinum,
    data: { take_id: take.id },
  });
  expect((await other.json()).closed).toBe(true);
  const house = (watching: Page) => watching.getByRole('dialog', { name: data.title });
  await expect(house(visitor).getByText('Premiere.')).toHaveText(
    new RegExp(`^Premiere. ${data.title}, starts in \\d seconds?.$`),
    { timeout: 60_000 },
  );
  await house(visitor).getByRole('button', { name: 'Play when it starts' }).tap();
  await expect(house(visitor).getByRole('button', { name: 'Starts with the music' })).toBeVisible();
  // With reduced motion nothing counts down.
  await expect(house(page).getByRole('button', { name: 'Play' })).toBeFocused();
  await expect(house(page).getByText('You', { exact: true })).toBeVisible();
  await expectAccessible(page, house(page), { schemes: ['dark'], within: house(page) });
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/tracks\//);
  await expect.poll(async () => (await playing(visitor))[0]?.at ?? 0).toBeGreaterThan(0.5);
  await house(visitor).getByRole('button', { name: 'Go to the song' }).tap();
  await expect(visitor.getByText('made it possible')).toBeVisible();
  await expect.poll(async () => (await playing(visitor))[0]?.at ?? 0).toBeGreaterThan(1);
  await phone.close();
  // Once for each person.
  await page.goto(`/leaderboard/${id}`);
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible();
  await expectAccessible(page, page.getByRole('heading', { name: 'The takes' }));
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('link', { name: `${data.title} Your song is out` })).toBeVisible();
  await page.keyboard.press('Escape');
  // The song is on Explore, plays there, and says where it came from.
  await page.goto('/');
  await page
    .getByRole('button', { name: `Play ${data.title}` })
    .first()
    .click();
  await expect.poll(async () => (await playing())[0]?.at ?? 0).toBeGreaterThan(0.5);
  await page.getByRole('link', { name: data.title, exact: true }).first().click();
  await expectAccessible(page, page.getByText('AI-generated by the house band'));
  await page.getByRole('button', { name: 'How it was made' }).click();
  await expectAccessible(page, page.getByRole('dialog', { name: 'How it was made' }));
});

test('a misspelt German wish and four lines of lyrics become a song that sings them', async ({ page }) => {
  const admin = await headersOf(page.request, 'admin@demo.example');
  const title = 'The Last Ferry Home';
  const lines = [
    'The river takes me home tonight',
    'The harbor lamps are burning low',
    'I left my window full of light',
    'For every boat that has to go',
  ];

  // Other journeys spend most of Premium's credits.
  await signIn(page, 'platinum@demo.example');
  await page.goto('/leaderboard');
  await page.getByRole('button', { name: 'Request Song' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request AI-Generated Music' });
  await dialog.getByLabel('Song name').fill(title);
  await dialog.getByLabel('Artist name').fill('The Quay Sisters');
  await dialog
    .getByLabel('What should it sound like?')
    .fill('ruhig, mit Gitare, ohne Schlagzeug, 60 Sekunden');
  await dialog.getByRole('radio', { name: /^With my lyrics/ }).check();
  await dialog.getByRole('textbox', { name: 'Lyrics' }).fill(lines.join('\n'));
  const chips = dialog.getByRole('list', { name: 'What the studio understands' }).getByRole('listitem');
  await expect(chips).toHaveText(['Calm', 'Guitar (“Gitare”)', 'No drums', '1:00 long', 'Sing the lyrics']);
  await expect(dialog.getByText('By House band, with a synthetic voice')).toBeVisible();
  await dialog.getByRole('button', { name: 'All genres' }).click();
  await dialog.getByLabel('Search genres').fill('sea sh');
  await dialog.getByLabel('Search genres').press('Enter');
  await dialog.getByRole('button', { name: 'Hear a sketch' }).click();
  await dialog.getByRole('button', { name: 'Pause the sketch' }).click();
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await expectToast(page, 'Request created!');

  const requests: SongRequest[] = await (await page.request.get('/requests')).json();
  const { id } = requests.find((request) => request.title === title)!;
  for (let n = 0; n < 30; n++)
    expect((await page.request.post(`/requests/${id}/votes`, { headers: admin })).ok()).toBe(true);
  const started = await page.request.post(`/requests/${id}/takes`, { headers: admin, data: { count: 1 } });
  expect(started.status()).toBe(201);
  const [{ id: take_id }] = await started.json();
  await page.goto(`/leaderboard/${id}`);
  await expect(page.getByRole('button', { name: 'Play take A' })).toBeVisible({ timeout: 200_000 });
  await page.getByText(/came true$/).click();
  const heard = page.getByRole('list', { name: 'Wishes in take A' }).getByRole('listitem');
  for (const wish of ['Guitar', 'Sing the lyrics'])
    await expect(heard.filter({ hasText: wish }).getByLabel('Done:')).toBeVisible();
  // Who watches the request's page has its premiere at once.
  await page.goto('/charts');
  await page.request.post(`/requests/${id}/release`, { headers: admin, data: { take_id } });

  // Its words stand on the song's page, and go in step with the music.
  const { track_id } = await (await page.request.get(`/requests/${id}`)).json();
  await page.goto(`/tracks/${track_id}`);
  await page.getByRole('button', { name: 'Close' }).click();
  const words = page.getByRole('region', { name: 'Lyrics' });
  for (const line of lines) await expect(words.getByRole('button', { name: line }).first()).toBeVisible();
  await words.getByRole('button', { name: lines[2]! }).first().click();
  const current = words.locator('[aria-current]');
  await expect(current).toHaveText(lines[2]!);
  await expect.poll(() => current.locator('[data-sung]').count()).toBeGreaterThan(1);
  await expect(current).toHaveText(lines[3]!);
  await expectAccessible(page, words);
});

test('the admin’s studio is accessible', async ({ page }) => {
  await signIn(page, 'admin@demo.example');
  await page.goto('/create?view=studio');
  await expectAccessible(page, page.getByRole('button', { name: 'Make 3 takes' }));
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, page.getByText('The house band runs on this server.'));
});

test('a member’s home: takes that switch at the same second, and a vote', async ({ page }) => {
  const headers = await headersOf(page.request, 'admin@demo.example');
  const requests: SongRequest[] = await (await page.request.get('/requests')).json();
  const { id } = requests.find(({ title }) => title === 'Copper Wire Heart')!;
  // The studio may have begun by itself.
  await page.request.post(`/requests/${id}/takes`, { headers, data: { count: 2 } });
  const status = async () => (await (await page.request.get(`/requests/${id}`)).json()).status;
  await expect.poll(status, { timeout: 200_000 }).toBe('choosing');

  await signIn(page, 'plus@demo.example');
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const isMeasured = () => page.evaluate(() => localStorage.getItem('ovation.jump') !== null);
  await page.goto('/');
  await expect.poll(isMeasured).toBe(true);
  await page.reload();
  await expect(waiting.getByText(/^\d+ of \d+ have chosen$/)).toBeVisible();
  await expectAccessible(page, waiting.getByRole('link', { name: 'Choose a take' }));
  const sound = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('audio')].flatMap(({ paused, src, currentTime }) =>
        paused ? [] : { src, at: currentTime },
      ),
    );
  await waiting.getByRole('button', { name: 'Play take A' }).click();
  await expect.poll(async () => (await sound())[0]?.at ?? 0).toBeGreaterThan(1.5);
  const [before] = await sound();
  await waiting.getByRole('button', { name: 'Play take B' }).click();
  await expect(waiting.getByRole('button', { name: 'Pause take B' })).toBeVisible();
  await expect.poll(async () => (await sound()).length).toBe(1);
  const [after] = await sound();
  expect(after!.src).not.toBe(before!.src);
  expect(after!.at).toBeGreaterThan(before!.at - 0.5);
  await waiting.getByRole('button', { name: 'Pause take B' }).click();
  await waiting.getByRole('button', { name: /^Vote ?10 ?credits ?, / }).click();
  await expectToast(page, 'Vote added!');
});
