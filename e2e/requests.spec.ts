import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });
const vote = (page: Page, title: string) => card(page, title).getByRole('button', { name: /^Vote for / });

test('a visitor reads the board, page by page, and is asked to log in for a vote', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /from being made/ }).click();
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

test('a free member sees the banner, and why a vote is not to be had', async ({ page }) => {
  await logIn(page, 'free@demo.example');
  await page.goto('/leaderboard');
  await expect(page.getByText('Upgrade to Plus to participate in song requests and voting')).toBeVisible();
  const button = page.getByRole('button', { name: /^Vote for / }).first();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Upgrade to earn credits and vote on requests');
  await page.getByRole('button', { name: 'View Plans' }).click();
  await expect(page.getByRole('dialog', { name: 'Get Credits & Unlock Features' })).toBeVisible();
});

test('a plus member votes until the song is queued', async ({ page }) => {
  await logIn(page, 'plus@demo.example');
  await page.goto('/leaderboard');
  const title = 'My Grandmother’s Accordion';
  await expect(vote(page, title)).toHaveText('27');
  for (const [votes, left] of [
    [28, 90],
    [29, 80],
    [30, 70],
  ]) {
    await vote(page, title).click();
    await expect(vote(page, title)).toHaveText(String(votes));
    await expectToast(page, 'Vote added!', 'Your vote has been counted. 10 credits deducted.');
    await expect(page.getByRole('banner').getByText(String(left), { exact: true })).toBeVisible();
  }
  await expect(card(page, title).getByText('Queued for Creation')).toBeVisible();
  await page.reload();
  await expect(card(page, title).getByText('Goal Reached!')).toBeVisible();
  // Three of the demo's own story, and three of now.
  await expect(card(page, title)).toContainText('6 votes by you');
});

test('a premium member asks for a song, finds it on the board and in the profile', async ({ page }) => {
  await logIn(page, 'premium@demo.example');
  await page.goto('/leaderboard');
  await page.getByRole('button', { name: 'Request Song' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request AI-Generated Music' });
  await dialog.getByLabel('Song name').fill('velvet statick');
  await expect(dialog.getByRole('button', { name: 'Vote for it instead: Velvet Static' })).toBeVisible();
  await dialog.getByLabel('Song name').fill('A Kite over the Harbour');
  await dialog.getByLabel('Artist name').fill('Journey & Sons');
  await expect(dialog.getByText('14/100 characters')).toBeVisible();
  const submit = dialog.getByRole('button', { name: 'Submit Request' });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Search genres').fill('sea sh');
  await dialog.getByLabel('Search genres').press('Enter');
  await expect(dialog.getByText('Sea Shanty (Folk)')).toBeVisible();
  await submit.click();
  await expectToast(page, 'Request created!', '200 credits deducted.');
  await expect(page).toHaveURL(/\?page=3$/);
  await expect(card(page, 'A Kite over the Harbour')).toBeInViewport();
  await vote(page, 'A Kite over the Harbour').click();
  await expectToast(page, 'Vote added!');

  await page.goto('/profile');
  const mine = page.getByRole('region', { name: 'My requests' }).getByRole('listitem').first();
  await expect(mine).toContainText('A Kite over the Harbour');
  await expect(mine).toContainText('3.3%');
  await expect(page.getByRole('region', { name: 'My votes' })).toContainText('A Kite over the Harbour');
});

async function logIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/auth/login', { data: { email, password: 'ovation-demo' } });
  const { authToken } = await answer.json();
  await page.goto('/login');
  await page.evaluate((token) => localStorage.setItem('ovation.token', token), authToken);
}

async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.locator('li').filter({ hasText: title });
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (text) await expect(toast.getByText(text)).toBeVisible();
}
