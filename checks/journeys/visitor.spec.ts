import type { Locator, Page } from '@playwright/test';
import type { Track } from 'contract/features/tracks.ts';
import { expect, test } from './lib/fixtures.ts';
import { openOtherSite } from './lib/other-site.ts';
import { expectToast } from './lib/people.ts';
import { expectPaused, expectPlaying, isPaused, position } from './lib/sound.ts';

// Runs on a server of its own, because other journeys publish and these count the tracks.
test.use({ settings: {} });

test.beforeEach(async ({ page, tracks }) => {
  expect(tracks.length).toBeGreaterThanOrEqual(4);
  await page.goto('/');
});

test('a visitor plays, pauses and resumes a track', { tag: '@fast' }, async ({ page, tracks }) => {
  const newest = newestOf(tracks);
  await page
    .getByRole('button', { name: `Play ${newest.title}` })
    .first()
    .click();
  const player = page.getByRole('region', { name: 'Player' });
  await expect(player.getByText(newest.title)).toBeVisible();
  await expect(player.getByText(newest.display_artist)).toBeVisible();
  await expectPlaying(page, 1);
  await expect(player.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(player.getByRole('button', { name: 'Next' })).toBeDisabled();

  await player.getByRole('button', { name: 'Pause' }).click();
  await expectPaused(page);
  await expect(page.getByRole('button', { name: `Play ${newest.title}` }).first()).toBeVisible();

  await page
    .getByRole('button', { name: `Play ${newest.title}` })
    .first()
    .click();
  await expectPlaying(page);
});

test('a second track replaces the first; at its end the player pauses', async ({ page, tracks }) => {
  const [first, second] = tracks as [Track, Track];
  await page
    .getByRole('button', { name: `Play ${first.title}` })
    .first()
    .click();
  await expectPlaying(page);
  await page
    .getByRole('button', { name: `Play ${second.title}` })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Player' }).getByText(second.title)).toBeVisible();
  await expectPlaying(page);
  const playing = page
    .locator('audio')
    .evaluateAll((all: HTMLAudioElement[]) => all.map((one) => !one.paused));
  expect(await playing).toEqual([true, false]);

  const slider = page.getByRole('slider', { name: 'Progress' });
  await slider.focus();
  await slider.press('End');
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')!.ended)).toBe(true);
  await expect(
    page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play', exact: true }),
  ).toBeVisible();
});

test('seeking on the waveform plays on from there', async ({ page, tracks }) => {
  await page
    .getByRole('button', { name: `Play ${tracks[0]!.title}` })
    .first()
    .click();
  await expectPlaying(page);
  const slider = page.getByRole('slider', { name: 'Progress' });
  const { width, height } = (await slider.boundingBox())!;
  await slider.click({ position: { x: width * 0.6, y: height / 2 } });
  const duration = await page.evaluate(() => document.querySelector('audio')!.duration);
  await expect.poll(() => position(page)).toBeGreaterThan(duration * 0.58);
  expect(await position(page)).toBeLessThan(duration * 0.8);
  await expectPlaying(page);

  // Arrow keys seek by one second.
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click();
  await expectPaused(page);
  const before = Number(await slider.inputValue());
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
  await expect(slider).toHaveValue(String(before - 2));
  await expect.poll(() => position(page)).toBe(before - 2);
});

test('volume, track and position survive a reload, and the player starts paused', async ({
  page,
  tracks,
}) => {
  const track = tracks[0]!;
  await page
    .getByRole('button', { name: `Play ${track.title}` })
    .first()
    .click();
  await expectPlaying(page, 1);
  const volume = page.getByRole('slider', { name: 'Volume' });
  await expect(volume).toHaveValue('75');
  await volume.focus();
  for (let step = 0; step < 5; step++) await volume.press('ArrowLeft');
  await expect(volume).toHaveValue('70');
  expect(await page.evaluate(() => document.querySelector('audio')!.volume)).toBeLessThanOrEqual(0.7);
  const slider = page.getByRole('slider', { name: 'Progress' });
  await slider.fill('20');
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(20);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Player' }).getByText(track.title)).toBeVisible();
  await expect(volume).toHaveValue('70');
  expect(Number(await slider.inputValue())).toBeGreaterThanOrEqual(20);
  expect(await isPaused(page)).toBe(true);
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: 'Play', exact: true })
    .click();
  await expect.poll(() => position(page)).toBeGreaterThan(20);
  await expectPlaying(page);
  expect(await page.evaluate(() => document.querySelector('audio')!.volume)).toBeLessThanOrEqual(0.7);
});

test('the volume slider shows in forced colors', async ({ page, tracks }) => {
  await page
    .getByRole('button', { name: `Play ${tracks[0]!.title}` })
    .first()
    .click();
  const volume = page.getByRole('slider', { name: 'Volume' });
  await page.emulateMedia({ forcedColors: 'active' });
  const screenshot = (await volume.screenshot()).toString('base64');
  // With its track and thumb, the image has more than the background color.
  const colors = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, screenshot);
  expect(colors).toBeGreaterThan(1);
});

test('a song that is pressed before the script has come plays', async ({ page, tracks }) => {
  let send = () => {};
  const clicked = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await clicked;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page
    .getByRole('button', { name: `Play ${tracks[0]!.title}` })
    .first()
    .click();
  expect(await page.locator('audio').count()).toBe(0);
  send();
  await expect(page.getByRole('button', { name: `Pause ${tracks[0]!.title}` }).first()).toBeVisible();
  await expectPlaying(page);
});

test('the music keeps playing across pages', async ({ page, tracks }) => {
  await page
    .getByRole('button', { name: `Play ${tracks[0]!.title}` })
    .first()
    .click();
  await expectPlaying(page);
  const element = await page.evaluateHandle(() => document.querySelector('audio')!);
  const expectUninterrupted = async () => {
    expect(await element.evaluate((one) => one === document.querySelector('audio') && !one.paused)).toBe(
      true,
    );
    await expectPlaying(page);
  };
  const nav = page.getByRole('navigation', { name: 'Main' }).first();
  await nav.getByRole('link', { name: 'Requests' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Song requests');
  await expectUninterrupted();
  await nav.getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { name: 'New Releases' })).toBeVisible();
  await expectUninterrupted();
  await expect(page.getByRole('button', { name: `Pause ${tracks[0]!.title}` }).first()).toBeVisible();
});

test('a search is in the URL, which can be shared, and Back leaves it', async ({
  page,
  tracks,
  server,
  context,
}) => {
  const wanted = tracks.at(-1)!;
  const q = wanted.title.toUpperCase();
  const field = page.locator('main').getByRole('searchbox');
  const first = (of = page) => of.getByRole('region', { name: 'Songs' }).getByRole('link').first();
  await openSearch(page);
  await field.pressSequentially(q, { delay: 20 });
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === q);
  await expect(first()).toContainText(wanted.title);
  await expect(field).toBeFocused();

  const shared = await context.newPage();
  await shared.goto(server.url + new URL(page.url()).search);
  await expect(shared.locator('main').getByRole('searchbox')).toHaveValue(q);
  await expect(first(shared)).toContainText(wanted.title);
  await shared.close();

  await page.goBack();
  await expect(page).toHaveURL((url) => url.search === '');
  await expect(page.getByRole('region', { name: 'Most Popular' }).getByRole('article')).toHaveCount(4);

  // One letter is missing: the same song comes first, and nothing is offered for credits.
  await openSearch(page);
  await field.fill(wanted.title.replace(/(\w{3})\w(\w+)/, '$1$2'));
  await expect(first()).toContainText(wanted.title);
  await expect(page.getByText('Not made yet?')).toHaveCount(0);

  // A genre plays, and nothing is said to be missing.
  await field.fill('jaz');
  const top = page.getByRole('region', { name: 'Top result' });
  await expect(top.getByRole('heading', { name: 'Jazz', exact: true })).toBeVisible();
  await expect(page.getByText(/No tracks found|Not made yet/)).toHaveCount(0);
  const play = top.getByRole('button', { name: 'Play' });
  if ((await play.count()) > 0) {
    await play.click();
    await expectPlaying(page);
  }

  await field.fill('no such song anywhere');
  await expect(page.getByText('No tracks found for "no such song anywhere"')).toBeVisible();
  await expect(page.getByText('Try a different search term')).toBeVisible();
  await page.getByRole('link', { name: 'Ask for this song' }).click();
  await expectToast(page, 'Authentication required', 'Please log in to submit requests.');
});

/** Opens the search by its key, again until the page listens. */
async function openSearch(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.locator('main').getByRole('searchbox')).toBeFocused({ timeout: 1000 });
  }).toPass();
}

test('View All opens the section, and Back restores the scroll position', async ({ page, tracks }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  const link = page.getByRole('link', { name: 'View All Most Popular' });
  await link.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 10_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(100);

  await link.click();
  await expect(page).toHaveURL(/\?section=popular$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Most Popular');
  await expect(page.getByRole('article')).toHaveCount(Math.min(24, tracks.length));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'New Releases' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(scrolled, -1);

  // A newly opened page starts at its top.
  await page
    .getByRole('navigation', { name: 'Main' })
    .first()
    .getByRole('link', { name: 'Requests' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Song requests');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  // The same page is another entry of the history, with its own place.
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { name: 'New Releases' })).toBeVisible();
  await page.mouse.wheel(0, 70);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(70);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Song requests');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'New Releases' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(scrolled, -1);
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(scrolled, -1);
});

test('the keyboard reaches every control', async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type('a');
  await expect(page).toHaveURL(/\?q=a$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?q=$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL((url) => url.search === '');

  await page.reload();
  // The last of these controls to appear.
  await expect(page.getByRole('slider', { name: /^Play .+ from$/ })).toBeVisible();
  const names: (string | null)[] = [];
  for (let step = 0; step < 11; step++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement!.getAttribute('aria-label') ?? activeElement!.textContent;
      }),
    );
  }
  expect(names).toEqual([
    'Skip to content',
    'Ovation, home',
    'Explore',
    'Charts',
    'Requests',
    'Search songs, artists, genres',
    'Log In',
    'Sign Up',
    'Account menu',
    'Request a song',
    expect.stringContaining('Hear what came out'),
  ]);
  await page.keyboard.press('Enter');
  await expectPlaying(page);

  // Space plays and pauses when nothing has the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Space');
  await expectPaused(page);
  await page.keyboard.press('Space');
  await expectPlaying(page);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await isPaused(page)).toBe(false);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the player bar opens the full-screen player', async ({ page, tracks }) => {
    const track = newestOf(tracks);
    await page
      .getByRole('button', { name: `Play ${track.title}` })
      .first()
      .tap();
    await expectPlaying(page);
    await page
      .getByRole('button', { name: `More for ${track.title}` })
      .first()
      .tap();
    await page.getByRole('menuitem', { name: 'Save to library' }).tap();
    const toast = page.getByRole('listitem').filter({ hasText: 'Login required' });
    await expect(toast).toBeVisible();
    expect(await overlap(toast, page.getByRole('region', { name: 'Player' }))).toBe(false);
    await page.getByRole('button', { name: 'Open the player' }).tap();
    const full = page.getByRole('dialog', { name: track.title });
    await expect(full).toBeVisible();
    await full.getByRole('button', { name: `Save to library: ${track.title}` }).tap();
    for (const control of ['Close the player', 'Pause', 'Mute'])
      expect(await overlap(toast, full.getByRole('button', { name: control }))).toBe(false);
    await expect(full.getByRole('link', { name: track.display_artist })).toBeVisible();
    const { width, height } = (await full.boundingBox())!;
    expect([Math.round(width), Math.round(height)]).toEqual([390, 844]);
    await full.getByRole('slider', { name: 'Progress' }).fill('15');
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(15);
    await full.getByRole('button', { name: 'Pause' }).tap();
    await expectPaused(page);
    await full.getByRole('button', { name: 'Play', exact: true }).tap();
    await expectPlaying(page);
    await full.getByRole('button', { name: 'Close the player' }).tap();
    await expect(full).toBeHidden();
    await expectPlaying(page);
  });

  test('no page is wider than the screen', async ({ page }) => {
    for (const path of ['/', '/leaderboard', '/login', '/signup', '/nope', '/?section=new']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        path,
      ).toBe(0);
    }
  });
});

test('a wide screen has more columns, and header, page and player share their edges', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto('/?section=popular');
  await page.getByRole('button', { name: 'Play all' }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  expect(tops.filter((top) => top === tops[0])).toHaveLength(8);
  const edges = await page
    .locator(':is(header, main, section[aria-label=Player]) .stage-width')
    .evaluateAll((boxes) =>
      boxes.map((box) => {
        const { left, right } = box.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)].join(' – ');
      }),
    );
  expect(edges.length).toBeGreaterThanOrEqual(3);
  expect(new Set(edges).size).toBe(1);
});

test('playing in a second tab pauses the first', async ({ page, tracks, context }) => {
  await page
    .getByRole('button', { name: `Play ${tracks[0]!.title}` })
    .first()
    .click();
  await expectPlaying(page);
  const other = await context.newPage();
  await other.goto('/');
  await other
    .getByRole('button', { name: `Play ${tracks[1]!.title}` })
    .first()
    .click();
  await expectPlaying(other);
  await expectPaused(page);
  await expect(
    page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play', exact: true }),
  ).toBeVisible();
  await expectPlaying(other);
});

test('the chosen theme survives a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  // Colors change in a transition, and only its end is the theme's.
  const background = () =>
    page.evaluate(async () => {
      await Promise.all(document.body.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(document.body).backgroundColor;
    });
  const dark = await background();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect.poll(background).not.toBe(dark);
  const light = await background();
  await page.reload();
  expect(await background()).toBe(light);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Match system' }).click();
  await expect.poll(background).toBe(dark);
});

test('a track that the server refuses shows an error and plays on a retry', async ({ page, tracks }) => {
  const track = tracks[0]!;
  await page.route('**/media/*.mp3', (route) => route.fulfill({ status: 404 }));
  await page
    .getByRole('button', { name: `Play ${track.title}` })
    .first()
    .click();
  await expect(page.getByText(`“${track.title}” could not be played`, { exact: true })).toBeVisible();
  await page.unroute('**/media/*.mp3');
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: 'Play', exact: true })
    .click();
  await expectPlaying(page);
});

test('in an outage at the end of a song the next one waits, and goes on when it is over', async ({
  page,
}) => {
  await page.goto('/charts?chart=all');
  await page.locator('.chart-first-play').click();
  const player = page.getByRole('region', { name: 'Player' });
  const title = () => player.locator('p').first().textContent();
  await expectPlaying(page);
  const first = await title();
  const isLoaded = () =>
    page.evaluate(() => {
      const { buffered, duration } = document.querySelector('audio')!;
      return buffered.length > 0 && buffered.end(buffered.length - 1) > duration - 1;
    });
  await expect.poll(isLoaded).toBe(true);
  // What says it loads a second after the page.
  await page.waitForLoadState('networkidle');

  await page.context().setOffline(true);
  await page.evaluate(() => {
    const audio = document.querySelector('audio')!;
    audio.currentTime = audio.duration - 2;
  });
  await expect.poll(title).not.toBe(first);
  const second = await title();
  const said = page.getByText(`“${second}” goes on when it is back.`, { exact: true });
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForTimeout(5000);
  expect(await title()).toBe(second);
  await expect(page.getByText(/could not be played|goes on when/)).toHaveCount(0);

  await page.context().setOffline(false);
  await expectPlaying(page);
  expect(await title()).toBe(second);
});

test('an unknown URL shows a 404 page', async ({ page }) => {
  const response = await page.goto('/nope');
  expect(response!.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page).toHaveTitle(/^Page Not Found/);
  await page.getByRole('link', { name: 'Back to Explore' }).click();
  await expect(page.getByRole('heading', { name: 'New Releases' })).toBeVisible();
});

const newestOf = (tracks: Track[]) => tracks.reduce((a, b) => (b.created_at > a.created_at ? b : a));

test('a song found by search leads to its radio, and its shared link starts at the same second', async ({
  page,
  context,
  browser,
  tracks,
}) => {
  const track = tracks.find(({ title }) => title.length > 8)!;
  await openSearch(page);
  // With its third letter left out.
  await page.keyboard.type(track.title.slice(0, 2) + track.title.slice(3));
  await page.getByRole('region', { name: 'Songs' }).getByRole('link', { name: track.title }).first().click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith(`/tracks/${track.id}`));

  await page.getByRole('button', { name: 'Start radio' }).click();
  await expectPlaying(page);
  const progress = page.getByRole('slider', { name: 'Progress' }).first();
  for (let i = 0; i < 9; i++) await progress.press('ArrowRight');
  await page
    .getByRole('button', { name: `Pause ${track.title}` })
    .first()
    .click();
  await page
    .getByRole('button', { name: `Share ${track.title}` })
    .first()
    .click();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('menuitem', { name: /^Copy link at/ }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const second = Number(new URL(link).searchParams.get('t'));
  expect(second).toBeGreaterThan(5);

  const elsewhere = await browser.newContext();
  const fresh = await elsewhere.newPage();
  await fresh.goto(link);
  await expect(fresh.getByRole('slider', { name: `Play ${track.title} from` })).toHaveValue(String(second));
  await fresh
    .getByRole('button', { name: `Play ${track.title}` })
    .first()
    .click();
  await expect.poll(() => position(fresh)).toBeGreaterThan(second);
  await elsewhere.close();
});

test('another site frames a song, drives its player and hears from it', async ({ page, server, tracks }) => {
  const [track] = tracks as [Track];
  const answer = await page.request.get(
    `${server.url}/oembed?url=${encodeURIComponent(`${server.url}/tracks/${track.id}`)}`,
  );
  const site = await openOtherSite((await answer.json()).html);
  await page.goto(site.url);
  const last = (kind: string) =>
    page.evaluate((kind) => window.said.filter((one) => one.ovation === kind).at(-1), kind);
  const tell = (message: object) => page.evaluate((message) => window.tell(message), message);

  await expect.poll(() => last('ready')).toMatchObject({ playing: false, track: { id: track.id } });
  const player = page.frameLocator('iframe');
  await expect(player.getByRole('link', { name: track.title })).toBeVisible();
  await expect(player.locator('.wave path').first()).toHaveAttribute('d', /M/);

  await tell({ ovation: 'seek', seconds: 20 });
  const reported = page.waitForRequest((request) => request.url() === `${server.url}/plays`);
  await tell({ ovation: 'play' });
  await expect.poll(async () => (await last('state'))?.seconds).toBeGreaterThan(20.5);
  expect(await last('state')).toMatchObject({ playing: true, index: 0, count: 1 });
  expect((await reported).postDataJSON()).toEqual({ track_id: track.id, played_ms: 0 });
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();

  await tell({ ovation: 'pause' });
  await expect.poll(async () => (await last('state'))?.playing).toBe(false);
  await player.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await last('state'))?.playing).toBe(true);

  const before = await page.evaluate(() => window.said.length);
  await player.getByRole('button', { name: 'Pause' }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
  const changes = () =>
    page.evaluate((from) => window.said.slice(from).map(({ playing }) => playing), before);
  await expect.poll(async () => (await changes()).at(-1)).toBe(false);
  // Once paused, it stays.
  expect((await changes()).join().replace(/(true,)*(false,?)*/, '')).toBe('');
  site.close();
});

test('a listen in a sandboxed player counts', async ({ page, server, tracks }) => {
  const { id } = tracks.at(-1)!;
  const site = await openOtherSite(
    `<iframe sandbox="allow-scripts" allow="autoplay" src="${server.url}/embed/tracks/${id}"></iframe>`,
  );
  const plays: { played_ms: number; counted: boolean }[] = [];
  page.on('response', async (response) => {
    if (response.url() === `${server.url}/plays` && response.request().method() === 'POST')
      plays.push(await response.json());
  });
  await page.goto(site.url);
  await page.frameLocator('iframe').getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => plays.length, { timeout: 120_000 }).toBe(2);
  expect(plays).toEqual([
    expect.objectContaining({ played_ms: 0, started: expect.any(String) }),
    expect.objectContaining({ counted: true }),
  ]);
  site.close();
});

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  return (
    a!.x < b!.x + b!.width && b!.x < a!.x + a!.width && a!.y < b!.y + b!.height && b!.y < a!.y + a!.height
  );
}

declare global {
  interface Window {
    /** Messages of an embedded player to the page of `openOtherSite`. */
    said: { ovation: string; playing?: boolean; seconds?: number }[];
    tell: (message: object) => void;
  }
}
