import type { Page } from '@playwright/test';
import { totpOf } from '../../server/features/accounts/login/second-factor-codes.ts';
import { expect, test } from './lib/fixtures.ts';
import { demoPassword, expectToast, signIn } from './lib/people.ts';

// Runs on a server of its own, because other journeys log in to these accounts without a code.
test.use({ settings: {} });

/** Logs in from a page that shows the form. */
async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
}

test('an authenticator app, then a recovery code, completes the login', async ({ page }) => {
  const email = 'plus@demo.example';
  await signIn(page, email);
  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  const setUp = page.getByRole('dialog', { name: 'Turn on two-factor authentication' });
  await setUp.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
  const key = await setUp
    .getByText(/^Or enter this key/)
    .locator('span')
    .textContent();
  const app = await totpOf(key!.replaceAll(' ', ''));
  await setUp.getByLabel('Code').fill(app.generate());
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  const recovery = (await shown.getByRole('listitem').first().textContent())!;
  await shown.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  const logIn = async (code: string) => {
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.goto('/login?from=%2Fprofile%2Fsettings');
    await fillIn(page, email);
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await page.getByLabel('Code').fill('00000-00000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible();
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Welcome back!');
  };
  // Each code works once, so this is the next one, which a server also accepts from a clock that is ahead.
  await logIn(app.generate({ timestamp: Date.now() + 30_000 }));
  await logIn(recovery);
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
});

test('an admin suspends a member, who is logged out and stays out until restored', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = 'free@demo.example';
  const context = await browser.newContext({ baseURL });
  const member = await context.newPage();
  await signIn(member, email);
  await member.goto('/profile');
  await expect(member.getByText(email)).toBeVisible();

  await signIn(page, 'admin@demo.example');
  await page.goto('/create?view=members');
  const manage = async (word: string, done: RegExp) => {
    await page.getByLabel('Find a member').fill(email);
    await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('dialog').getByRole('button', { name: word }).click();
    await expect(page.locator('li').getByText(done)).toBeVisible();
  };
  await manage('Suspend', / is suspended$/);
  await member.reload();
  await expect(member).toHaveURL(/\/login\?from=/);
  await fillIn(member, email);
  await expect(member.getByRole('alert').filter({ hasText: 'This account is suspended.' })).toBeVisible();
  await manage('Restore', / can log in again$/);
  await fillIn(member, email);
  await expectToast(member, 'Welcome back!');
  await context.close();
});
