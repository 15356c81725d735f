import type { Page } from '@playwright/test';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { expect, test } from './lib/fixtures.ts';
import { expectToast, signIn, tokenOf } from './lib/people.ts';

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });
const balance = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: / credits?$/ })
    .first();
const counts = (page: Page) => page.locator('dl').first().innerText();
const vote = (page: Page, title: string) => card(page, title).getByRole('button', { name: /^Vote for / });

test('a visitor pages through the board and must log in to vote', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('article', { name: 'Midnight at the Planetarium' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/leaderboard\/[\w-]+$/);
  await page.getByRole('link', { name: 'Requests' }).first().click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(page.getByText('How It Works')).toBeVisible();
  const first = page.getByRole('article').first();
  for (const text of ['Goal Reached!', 'Queued for Creation', 'Goal Complete', 'Gold medal'])
    await expect(first.getByText(text)).toHaveCount(1);
  await first.getByRole('button', { name: /^Vote for / }).click();
  await expectToast(page, 'Authentication required', 'Please log in to vote on requests.');

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByRole('article').first()).toContainText('11th');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('article').first()).toContainText('1st');
});

test('a free member sees the upgrade banner and why voting is disabled', async ({ page }) => {
  await signIn(page, 'free@demo.example');
  await page.goto('/leaderboard');
  await expect(page.getByText('Upgrade to Plus to participate in song requests and voting')).toBeVisible();
  const button = page.getByRole('button', { name: /^Vote for / }).first();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Upgrade to earn credits and vote on requests');
  await page.getByRole('button', { name: 'View Plans' }).click();
  await expect(page.getByRole('dialog', { name: 'Get Credits & Unlock Features' })).toBeVisible();

  // The banner has its place before the member is loaded: nothing moves.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/leaderboard');
  await expect(page.getByRole('button', { name: 'View Plans' })).toBeVisible();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.02);
});

declare global {
  interface Window {
    /** The sum of the page's layout shifts. */
    shifted: number;
  }
}

test('a plus member requests a song and votes for it until it is queued', { tag: '@fast' }, async ({
  page,
}) => {
  const admin = await tokenOf(page.request, 'admin@demo.example');
  const plus = await tokenOf(page.request, 'plus@demo.example');
  await setCredits(page, admin, plus, 230);
  await signIn(page, 'plus@demo.example');
  await page.goto('/leaderboard');
  const title = 'Lamplighter’s Day Off';
  await page.getByRole('button', { name: 'Request Song' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request AI-Generated Music' });
  await dialog.getByLabel('Song name').fill(title);
  await dialog.getByLabel('Artist name').fill('The Wick Brothers');
  await dialog.getByRole('button', { name: 'Indie Rock' }).click();
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await expectToast(page, 'Request created!', '200 credits deducted.');
  await expect(balance(page)).toHaveAccessibleName('30 credits');

  const requests: SongRequest[] = await (await page.request.get('/requests')).json();
  const { id } = requests.find((request) => request.title === title)!;
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'platinum@demo.example')}` };
  for (let n = 0; n < 27; n++)
    expect((await page.request.post(`/requests/${id}/votes`, { headers })).ok()).toBe(true);
  await page.goto('/leaderboard');
  for (const [votes, left] of [
    [28, 20],
    [29, 10],
    [30, 0],
  ]) {
    await vote(page, title).click();
    await expect(vote(page, title)).toHaveText(String(votes));
    await expectToast(page, 'Vote added!', 'Your vote has been counted. 10 credits deducted.');
    await expect(balance(page)).toHaveAccessibleName(`${left} credits`);
    await expect(vote(page, title)).not.toHaveAttribute('data-lit');
  }
  for (const text of ['Goal Reached!', 'Queued for Creation', 'Goal Complete', '3 votes by you'])
    await expect(card(page, title).getByText(text)).toBeVisible();
  // The card keeps its place until the pointer, which the last click left there, is gone; then it may move once more.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await vote(page, title).hover();
    await expect(page.getByRole('tooltip')).toHaveText('You need 10 credits to vote', { timeout: 3000 });
  }).toPass();

  await page.goto('/profile?view=credits');
  const history = page.getByRole('region', { name: 'Credits' }).getByRole('listitem');
  for (const [row, entry] of [
    `Vote for “${title}”`,
    `Vote for “${title}”`,
    `Vote for “${title}”`,
    `Requested “${title}”`,
  ].entries())
    await expect(history.nth(row)).toContainText(entry);
  await expect(history.nth(0)).toContainText('10');
  await expect(history.nth(3)).toContainText('200');
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Requests' }).click();
  const mine = page.getByRole('region', { name: 'My requests' }).getByRole('listitem');
  await expect(mine.filter({ hasText: title })).toContainText('Queued for Creation');
});

test('two browsers show each other’s votes without a reload', async ({ page, browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  const title = 'Boxcar Lullaby';
  const opened: string[] = [];
  for (const [at, email] of [
    [page, 'premium@demo.example'],
    [other, 'platinum@demo.example'],
  ] as const) {
    await signIn(at, email);
    at.on('request', (sent) => {
      if (sent.isNavigationRequest() || sent.url().endsWith('/requests/events')) opened.push(sent.url());
    });
    await at.goto('/leaderboard');
    await expect(card(at, title)).toBeVisible();
  }
  const before = Number(await vote(page, title).textContent());
  await vote(page, title).click();
  await expect(vote(other, title)).toHaveText(String(before + 1));
  await vote(other, title).click();
  await expect(vote(page, title)).toHaveText(String(before + 2));
  await expect(vote(other, title)).toHaveText(String(before + 2));
  expect(await counts(page)).toBe(await counts(other));
  for (const at of [page, other]) await expect(card(at, title)).toContainText('by you');
  // Each browser opened the page and one stream, once.
  const each = [`${baseURL}/leaderboard`, `${baseURL}/requests/events`];
  expect(opened.sort()).toEqual([...each, ...each].sort());
  await context.close();
});

test('a premium member requests a song and finds it on the board and in the profile', async ({ page }) => {
  await signIn(page, 'premium@demo.example');
  await page.goto('/leaderboard');
  await page.getByRole('button', { name: 'Request Song' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request AI-Generated Music' });
  await dialog.getByLabel('Song name').fill('velvet statick');
  await expect(dialog.getByRole('button', { name: /^Vote ?10 ?credits ?, Velvet Static/ })).toBeVisible();
  await dialog.getByLabel('Song name').fill('A Kite over the Harbour');
  await dialog.getByLabel('Artist name').fill('Journey & Sons');
  await expect(dialog.getByText('14/100 characters')).toBeVisible();
  await dialog
    .getByLabel('What should it sound like?')
    .fill('slow waltz, no drums, just strings and a solo cello, someone sings');
  const understood = dialog.getByRole('list', { name: 'What the studio understands' });
  for (const chip of [/^Slow/, 'No drums', 'Only strings', 'Cello solo', 'Someone singing'])
    await expect(understood.getByRole('listitem').filter({ hasText: chip })).toBeVisible();
  await dialog.getByRole('radio', { name: /^With my lyrics/ }).check();
  await dialog.getByRole('textbox', { name: 'Lyrics' }).fill('[Verse]\nA kite, a string, a Sunday');
  const submit = dialog.getByRole('button', { name: 'Submit Request' });
  await expect(submit).toBeDisabled();
  // Proposed from the words, and not chosen.
  await expect(dialog.getByRole('button', { name: 'Chamber Folk' })).toHaveAttribute('aria-pressed', 'false');
  await dialog.getByRole('button', { name: 'All genres' }).click();
  // A group that opens at the edge of the list scrolls into view.
  await dialog.getByRole('treeitem', { name: 'Electronic / Dance' }).click();
  await expect(dialog.getByRole('treeitem', { name: 'Any Electronic / Dance' })).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Search genres').fill('sea sh');
  await dialog.getByLabel('Search genres').press('Enter');
  await expect(dialog.getByText('Sea Shanty (Folk)')).toBeVisible();
  await dialog.getByRole('button', { name: 'Hear a sketch' }).click();
  await dialog.getByRole('button', { name: 'Pause the sketch' }).click();
  await expect(dialog.getByRole('button', { name: 'Play the sketch' })).toBeVisible();
  await submit.click();
  await expectToast(page, 'Request created!', '200 credits deducted.');
  const made = page.getByRole('region', { name: 'It’s on the board. Share it to get the first votes.' });
  await expect(made).toBeInViewport({ ratio: 1 });
  await made.getByRole('button', { name: /^Vote for it ?10 ?credits ?, A Kite/ }).click();
  await expectToast(page, 'Vote added!');

  // Asked for again, it is there to vote for, in the dialog.
  await page.getByRole('button', { name: 'Request Song' }).click();
  await dialog.getByLabel('Song name').fill('a kite over the harbour');
  await dialog.getByLabel('Artist name').fill('Journey & Sons');
  await expect(dialog.getByText('This request has already been made')).toBeVisible();
  await expect(submit).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await made.getByRole('link', { name: 'A Kite over the Harbour' }).click();
  const lyrics = page.getByRole('region', { name: 'Lyrics' });
  await expect(lyrics).toContainText('A kite, a string, a Sunday');
  await lyrics.getByRole('button', { name: 'Edit the lyrics' }).click();
  await page.getByRole('dialog', { name: 'Lyrics' }).getByLabel('Lyrics').fill('[Instrumental]');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(lyrics).toContainText('[Instrumental]');

  await page.goto('/profile?view=requests');
  const mine = page.getByRole('region', { name: 'My requests' }).getByRole('listitem').first();
  await expect(mine).toContainText('A Kite over the Harbour');
  await expect(mine).toContainText('3.3%');
  await expect(page.getByRole('region', { name: 'My votes' })).toContainText('A Kite over the Harbour');
});

async function setCredits(page: Page, admin: string, member: string, credits: number): Promise<void> {
  const own = await page.request.get('/credits', { headers: { authorization: `Bearer ${member}` } });
  const [{ id }] = await own.json();
  const headers = { authorization: `Bearer ${admin}` };
  expect((await page.request.patch(`/credits/${id}`, { headers, data: { credits } })).ok()).toBe(true);
}

test('an admin merges a duplicate, whose page then leads to the other request', async ({ page }) => {
  const post = async (email: string, path: string, data: object = {}) => {
    const headers = { authorization: `Bearer ${await tokenOf(page.request, email)}` };
    const response = await page.request.post(path, { headers, data });
    expect(response.ok()).toBe(true);
    return response.json();
  };
  const song = { title: 'Paper Moons', artist: 'Ida Vale', genre: 'jazz' };
  const { id: first } = await post('premium@demo.example', '/requests', song);
  const { id: second } = await post('platinum@demo.example', '/requests', { ...song, title: 'Paper Moon' });
  await post('platinum@demo.example', `/requests/${second}/votes`);

  await signIn(page, 'admin@demo.example');
  await page.goto(`/leaderboard/${second}`);
  await page.getByRole('region', { name: 'For admins' }).getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge this request' });
  await dialog.getByRole('radio', { name: /^Paper Moons/ }).check();
  await expect(dialog.getByText('then has 1 vote')).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expectToast(page, 'Requests merged');
  await expect(page).toHaveURL(new RegExp(`/leaderboard/${first}$`));
  await expect(page.getByRole('img', { name: /^Lamp 1, lit by/ })).toBeVisible();

  await page.goto('/create?view=operation');
  for (const name of ['Server', 'Storage', 'Backups', 'Mail', 'Payments'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText(/merged/i).first()).toBeVisible();
});

test('an admin invites somebody with a link', async ({ page }) => {
  await signIn(page, 'admin@demo.example');
  await page.goto('/create?view=invitations');
  await page.getByRole('button', { name: 'New invitation' }).click();
  await page.getByRole('dialog').getByLabel('For whom').fill('The choir');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('dialog', { name: 'Your invitation' }).getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/signup#/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('The choir')).toBeVisible();
  await page
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click();
  await expect(page.getByText(/revoked/i).first()).toBeVisible();
});
