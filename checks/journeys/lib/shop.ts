import path from 'node:path';
import type { Page } from '@playwright/test';
import { openStandIn, type StandIn } from '../../../server/features/payments/testing/stand-in.ts';
import { test as base } from './fixtures.ts';

const STUB = path.join(import.meta.dirname, '../../../server/features/payments/testing/stripe-stub.js');

/** Journeys that pay: the server uses a stand-in for the payment provider and has no demo data. */
export const test = base.extend<object, { standIn: StandIn }>({
  standIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring pattern.
    async ({}, use) => {
      const standIn = await openStandIn();
      await use(standIn);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ standIn }, use) => use({ DEMO: '0', ...settingsOf(standIn) }), { scope: 'worker' }],
});

/** Settings of a server that uses the stand-in as its payment provider. */
export function settingsOf(standIn: StandIn, prices = standIn.settings().prices): Record<string, string> {
  const { secretKey, publishableKey, webhookSecret, apiUrl } = standIn.settings();
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl!,
    STRIPE_PRICE_PLUS: prices.plus ?? '',
    STRIPE_PRICE_PREMIUM: prices.premium ?? '',
    STRIPE_PRICE_PLATINUM: prices.platinum ?? '',
  };
}

/** Serves the stub as the provider's script, and routes the provider's API to the stand-in. */
export async function openPayments(page: Page, standIn: StandIn): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ path: STUB, contentType: 'text/javascript' }),
  );
  await page.route('https://api.stripe.com/**', async (route) => {
    const url = route.request().url().replace('https://api.stripe.com', standIn.url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}

let members = 0;

/** Signs up a new member on the server at `url` and stores their token for the page. */
export async function newMember(page: Page, url: string): Promise<{ email: string; token: string }> {
  const email = `member-${process.pid}-${++members}@people.example`;
  const response = await page.request.post(`${url}/auth/signup`, {
    data: { name: 'Mara Lind', email, password: 'a quiet stage' },
  });
  const { authToken } = await response.json();
  await page.goto(`${url}/login`);
  await page.evaluate((token) => localStorage.setItem('ovation.token', token), authToken);
  return { email, token: authToken };
}

/** Types a card into the stub's form. */
export async function typeCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}
