import type { Page } from '@playwright/test';
import { expect, test } from './lib/fixtures.ts';
import { expectToast } from './lib/people.ts';

test.use({ settings: { DEMO: '0' } });

/** Gives the page's browser an authenticator that verifies everyone, such as a fingerprint reader. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, logs in without the password, and is removed', async ({ page }) => {
  await addAuthenticator(page);
  await page.goto('/signup?from=%2Fprofile%2Fsettings');
  await page.getByLabel('Name', { exact: true }).fill('Wanda Quell');
  await page.getByLabel('Email').fill('wanda@people.example');
  await page.getByLabel('Password').fill('a quiet stage');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Password', { exact: true }).fill('a quiet stage');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Passkey added');
  await expect(page.getByText('My laptop', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.goto('/login?from=%2Fprofile%2Fsettings');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectToast(page, 'Welcome back!');
  await expect(page).toHaveURL(/\/profile\/settings$/);

  // The login was a confirmation, too: nothing more is asked.
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expectToast(page, 'Passkey removed');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectToast(page, 'Login failed', 'No account here has this passkey. It may have been removed.');
});
