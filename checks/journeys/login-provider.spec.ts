import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openLoginProvider } from '../../server/features/accounts/testing/login-provider.ts';
import { expectToast } from './lib/people.ts';
import { startServer } from './lib/start-server.ts';

let provider: Awaited<ReturnType<typeof openLoginProvider>>;
let server: Awaited<ReturnType<typeof startServer>>;
let dataDir: string;
let origin: string;

test.beforeAll(async () => {
  provider = await openLoginProvider();
  dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
  const port = String(await freePort());
  // The provider sends browsers back to this URL.
  origin = `http://localhost:${port}`;
  server = await startServer({
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_URL: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'ovation',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'The choir',
  });
});

test.afterAll(async () => {
  await server.stop();
  await provider.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The provider's page: this person agrees at once. */
const agreeAs = (page: Page, subject: string) =>
  page.route(`${provider.issuer}/authorize?*`, (route) => {
    const query = new URLSearchParams(provider.agree(route.request().url(), subject));
    return route.fulfill({ status: 302, headers: { location: `${origin}/login?${query}` } });
  });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

test('a login of the provider is linked, logs in without the password, and is unlinked', async ({ page }) => {
  await agreeAs(page, 'ada');
  await page.goto(`${origin}/login?from=%2Flibrary`);
  await page.getByRole('button', { name: 'Continue with The choir' }).click();
  await expect(page.getByRole('alert')).toContainText('No account here is linked to this login');
  await expect(page).toHaveURL(`${origin}/login`);

  await page.goto(`${origin}/signup?from=%2Fprofile%2Fsettings`);
  await page.getByLabel('Name', { exact: true }).fill('Ada Quell');
  await page.getByLabel('Email').fill('ada@people.example');
  await page.getByLabel('Password').fill('a quiet stage');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Link The choir' }).click();
  await page.getByLabel('Password', { exact: true }).fill('a quiet stage');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Login linked');
  await expect(page.getByText('ada@choir.example')).toBeVisible();

  await signOut(page);
  await page.goto(`${origin}/login?from=%2Fprofile%2Fsettings`);
  await page.getByRole('button', { name: 'Continue with The choir' }).click();
  await expectToast(page, 'Welcome back!');
  await expect(page).toHaveURL(/\/profile\/settings$/);
  await page.getByRole('button', { name: /^Unlink / }).click();
  await page.getByLabel('Password', { exact: true }).fill('a quiet stage');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expectToast(page, 'Login unlinked');
  await expect(page.getByRole('button', { name: 'Link The choir' })).toBeVisible();
});
