import type { Page } from '@playwright/test';
import { expect, test } from './lib/fixtures.ts';
import { demoPassword, expectToast, signIn } from './lib/people.ts';
import { expectPlaying } from './lib/sound.ts';

test('signing up, reloading and signing out apply to every tab', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Name').fill('Wanda Quell');
  await page.getByLabel('Email').fill('Wanda@People.example');
  await page.getByLabel('Password').fill('a quiet stage');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Account created!');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  const menu = page.getByRole('button', { name: 'Account menu of Wanda Quell' });
  await expect(menu).toBeVisible();

  await page.reload();
  await expect(menu).toBeVisible();
  await expect(page.getByRole('link', { name: 'Library' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeHidden();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('wanda@people.example')).toBeVisible();
  await expect(page.getByText('Joined Ovation')).toBeVisible();

  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByText('wanda@people.example')).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
  await expect(other.getByText('wanda@people.example')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
});

test('a wrong password shows an error in the form; the right one returns to the page', async ({ page }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(
    (url) => url.pathname === '/login' && url.searchParams.get('from') === '/profile',
  );
  await logIn(page, 'free@demo.example', 'not the password');
  await expectToast(page, 'Login failed');
  await expect(page.getByRole('alert').filter({ hasText: 'Please check your credentials.' })).toBeVisible();
  await logIn(page, 'free@demo.example');
  await expectToast(page, 'Welcome back!');
  await expect(page).toHaveURL(/\/profile$/);
});

test('an expired session leads to login and back while the music plays on', async ({ page, tracks }) => {
  await signIn(page, 'plus@demo.example');
  await page.goto('/?section=new');
  await page.getByRole('button', { name: `Play ${tracks[0]!.title}` }).click();
  await expectPlaying(page);
  // Ends the session without the page noticing.
  const token = await page.evaluate(() => localStorage.getItem('ovation.token'));
  await page.request.post('/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();

  await expect(page).toHaveURL(
    (url) => url.pathname === '/login' && url.searchParams.get('from') === '/profile',
  );
  expect(await page.evaluate(() => localStorage.getItem('ovation.token'))).toBeNull();
  await expectPlaying(page);
  await logIn(page, 'plus@demo.example');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('plus@demo.example')).toBeVisible();
  await expectPlaying(page);
});

test('an expired token at page load signs out silently', async ({ page }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('set')) localStorage.setItem('ovation.token', 'expired');
    sessionStorage.setItem('set', 'yes');
  });
  await page.goto('/leaderboard');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await expect(page).toHaveURL(/\/leaderboard$/);
  expect(await page.evaluate(() => localStorage.getItem('ovation.token'))).toBeNull();
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0);
});

for (const [email, plan] of [
  ['free@demo.example', 'Free'],
  ['plus@demo.example', 'Plus'],
  ['premium@demo.example', 'Premium'],
  ['platinum@demo.example', 'Platinum'],
  ['admin@demo.example', 'Admin'],
] as const) {
  test(`${email} logs in and sees the ${plan} badge and the links of that plan`, async ({ page }) => {
    await page.goto('/login');
    await logIn(page, email);
    await expectToast(page, 'Welcome back!');
    await expect(page).toHaveURL((url) => url.pathname === '/');
    const badge = page.getByRole('banner').getByText(plan, { exact: true });
    await expect(badge).toBeVisible();
    const create = page
      .getByRole('navigation', { name: 'Main' })
      .first()
      .getByRole('link', { name: 'Create' });
    await expect(create).toHaveCount(plan === 'Admin' ? 1 : 0);
  });
}

test('the plan badge shows its tooltip after 700 ms', async ({ page }) => {
  await signIn(page, 'premium@demo.example');
  await page.goto('/');
  const badge = page.getByRole('banner').getByText('Premium', { exact: true });
  const tip = page.getByRole('tooltip');
  await badge.hover();
  const delay = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const check = () =>
          document.querySelector('[role="tooltip"]')
            ? resolve(performance.now() - started)
            : requestAnimationFrame(check);
        check();
      }),
  );
  // The clock starts shortly after the hover; a slow machine can only delay the tooltip.
  expect(delay).toBeGreaterThan(450);
  await expect(tip).toHaveText('Your current plan: Premium');
  await page.mouse.move(5, 400);
  await expect(tip).toHaveCount(0);
});

test('only an admin can open Create', async ({ page }) => {
  await page.goto('/create');
  await expectToast(page, 'Authentication required', 'Please log in to access this page');
  await expect(page).toHaveURL(
    (url) => url.pathname === '/login' && url.searchParams.get('from') === '/create',
  );

  await logIn(page, 'admin@demo.example');
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Track');
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/create$/);

  await signIn(page, 'free@demo.example');
  await page.goto('/create');
  await expectToast(page, 'Access denied', 'This page is only accessible to administrators');
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('saving the profile shows the new name at once', async ({ page }) => {
  await signIn(page, 'platinum@demo.example');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('Name', { exact: true }).fill('Juniper C.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Profile saved');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account menu of Juniper C.' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Updated profile').first()).toBeVisible();
});

/** Fills in the login form that is open. */
async function logIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}
