import type { Locator, Page } from '@playwright/test';
import type { StandIn } from '../../server/features/payments/testing/stand-in.ts';
import { expectAccessible } from './lib/accessible.ts';
import { expect } from './lib/fixtures.ts';
import { newMember, openPayments, settingsOf, test, typeCard } from './lib/shop.ts';
import { startServer } from './lib/start-server.ts';

const webhookOf = (url: string) => `${url}/api/stripe/webhook`;

// No webhook unless a journey turns it on: the server reads the payment from the provider.
test.beforeEach(({ standIn }) => standIn.listen(undefined));

test('buying a pack shows a toast and changes the balance and the history', async ({
  page,
  server,
  standIn,
}) => {
  standIn.listen(webhookOf(server.url));
  await openShop(page, server.url, standIn);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('https://js.stripe.com/')) scripts.push(request.url());
  });
  const dialog = await openDialog(page, 0);
  await expect(dialog.getByText('Most Popular')).toBeVisible();
  for (const each of ['$0.050', '$0.020', '$0.013'])
    await expect(dialog.getByText(each, { exact: false })).toBeVisible();
  expect(scripts).toEqual([]);

  await choose(page, 'Power Pack');
  await typeCard(page);
  expect(scripts).toHaveLength(1);
  await page.getByRole('button', { name: 'Pay $9.99' }).click();
  await expectToast(page, 'Payment Successful!', '500 credits have been added to your account');
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expect(dialog.getByText('Credits purchased!')).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Close', includeHidden: true }).click();
  await expect(toasts(page)).toHaveCount(0);
  await expect(dialog.getByText('you now have 500 credits')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(balance(page, 500)).toBeVisible();

  await page.goto('/profile?view=credits');
  await expect(history(page)).toHaveText([/\+500.*Bought Power Pack/]);
  await standIn.settled();
  await page.reload();
  await expect(balance(page, 500)).toBeVisible();
  await expect(history(page)).toHaveCount(1);
});

for (const first of ['the webhook comes first', 'the webhook comes last'] as const) {
  test(`a pack is credited once when ${first}`, async ({ page, server, standIn }) => {
    await openShop(page, server.url, standIn);
    await page.route('**/payments/purchases/*/check', async (route) => {
      if (first === 'the webhook comes first') {
        expect(await standIn.deliver(webhookOf(server.url), { times: 3, order: 'reversed' })).toContain(200);
        await route.continue();
      } else {
        const response = await route.fetch();
        expect(await standIn.deliver(webhookOf(server.url), { times: 3 })).toContain(200);
        await route.fulfill({ response });
      }
    });
    await openDialog(page, 0);
    await choose(page, 'Ultimate Pack');
    await typeCard(page);
    await page.getByRole('button', { name: 'Pay $19.99' }).click();
    await expectToast(page, 'Payment Successful!', '1,500 credits have been added to your account');
    await page.goto('/profile?view=credits');
    await expect(balance(page, 1500)).toBeVisible();
    await expect(history(page)).toHaveText([/\+1,500.*Bought Ultimate Pack/]);
  });
}

test('a declined card shows why and credits nothing; another card pays', async ({
  page,
  server,
  standIn,
}) => {
  await openShop(page, server.url, standIn);
  const dialog = await openDialog(page, 0);
  await choose(page, 'Starter Pack');
  await page.getByRole('button', { name: 'Pay $4.99' }).click();
  // An incomplete field shows its error and does not count as a failed payment.
  await expect(dialog.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);

  await typeCard(page, '4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay $4.99' }).click();
  await expectToast(page, 'Payment Failed', 'Your card was declined.');
  await expect(dialog.getByRole('alert')).toHaveText('Your card was declined.');
  await expect(balance(page, 0)).toBeAttached();

  await typeCard(page);
  await page.getByRole('button', { name: 'Pay $4.99' }).click();
  await expectToast(page, 'Payment Successful!', '100 credits have been added to your account');
  await page.goto('/profile?view=credits');
  await expect(history(page)).toHaveText([/\+100.*Bought Starter Pack/]);
});

test('a blocked script shows an error, and a retry continues', async ({ page, server, standIn }) => {
  await openShop(page, server.url, standIn);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  const dialog = await openDialog(page, 0);
  await choose(page, 'Power Pack', false);
  await expect(dialog.getByRole('alert')).toContainText('Failed to load Stripe.js');
  await openPayments(page, standIn);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('a script without Stripe in it shows an error', async ({ page, server, standIn }) => {
  await openShop(page, server.url, standIn);
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ body: '/* nothing */', contentType: 'text/javascript' }),
  );
  const dialog = await openDialog(page, 0);
  await choose(page, 'Power Pack', false);
  await expect(dialog.getByRole('alert')).toContainText('Failed to load Stripe.js');
});

test('a purchase continues after the provider was down', async ({ page, server, standIn }) => {
  await openShop(page, server.url, standIn);
  const dialog = await openDialog(page, 0);
  // The first attempt and the retry by Stripe's package.
  standIn.fail('error', 'error');
  await choose(page, 'Power Pack', false);
  await expectToast(page, 'Error', 'Failed to initialize payment');
  await expect(dialog.getByRole('alert')).toHaveText(
    'The payment provider could not process this. You weren’t charged. Please try again later.',
  );
  const { size } = standIn.account.intents;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await typeCard(page);
  // The card is charged, but the server cannot be reached; the webhook arrives a moment later.
  await page.route('**/payments/purchases/*/check', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Pay $9.99' }).click();
  await expectToast(page, 'Payment received', 'Your credits arrive in a moment.');
  await standIn.deliver(webhookOf(server.url));
  await expectToast(page, 'Credits purchased!', '500 credits have been added to your account');
  await page.goto('/profile?view=credits');
  await expect(history(page)).toHaveText([/\+500.*Bought Power Pack/]);
  expect(standIn.account.intents.size).toBe(size + 1);
});

test('a reload continues the same purchase', async ({ page, server, standIn }) => {
  await openShop(page, server.url, standIn);
  await openDialog(page, 0);
  await choose(page, 'Power Pack');
  const { size } = standIn.account.intents;
  await page.reload();
  await openDialog(page, 0);
  await choose(page, 'Power Pack');
  expect(standIn.account.intents.size).toBe(size);
});

test('returning from the bank completes the purchase; an unknown purchase is ignored', async ({
  page,
  server,
  standIn,
}) => {
  const { token } = await openShop(page, server.url, standIn);
  const created = await page.request.post('/api/create-payment-intent', {
    data: { packageId: 'starter' },
    headers: { authorization: `Bearer ${token}` },
  });
  const { purchase_id, clientSecret } = await created.json();
  standIn.act.pay(clientSecret.split('_secret_')[0]);
  await page.goto(`/profile?purchase=${purchase_id}&redirect_status=succeeded`);
  await expectToast(page, 'Payment Successful!', '100 credits have been added to your account');
  await expect(page).toHaveURL((url) => url.pathname === '/profile' && url.search === '');
  await expect(balance(page, 100)).toBeVisible();

  const checked = page.waitForResponse('**/payments/purchases/*/check');
  await page.goto('/profile?purchase=00000000-0000-4000-8000-000000000000');
  expect((await checked).status()).toBe(404);
  await expect(page).toHaveURL((url) => url.search === '');
  await expect(balance(page, 100)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('subscribing, changing the plan and canceling on the provider’s pages', async ({
  page,
  server,
  standIn,
}) => {
  standIn.listen(webhookOf(server.url));
  await openShop(page, server.url, standIn);
  const plan = page.getByRole('banner').getByRole('button', { name: /^Plan: / });
  await expect(plan).toHaveText('Free');
  let dialog = await openPlans(page);
  await dialog.getByRole('button', { name: 'Subscribe' }).nth(1).click();
  await expect(page.getByRole('heading', { name: 'Subscribe to price_premium' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/profile' && url.search === '');
  await expect(page.getByRole('heading', { level: 1, name: /mara-lind/ })).toBeAttached();

  // The dialog shows the plans again.
  await dialog.getByRole('button', { name: 'Subscribe' }).nth(1).click();
  await subscribeAtProvider(page);
  await expectToast(page, 'Welcome to Premium!', '1,000 credits are yours every month.');
  await expect(plan).toHaveText('Premium');
  await expect(balance(page, 1000)).toBeVisible();
  await page.goto('/profile?view=credits');
  await expect(history(page)).toHaveText([/\+1,000.*Premium plan/]);

  dialog = await openPlans(page);
  await expect(dialog.getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(dialog.getByText(/^renews on /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe' }).last().click();
  await page.getByRole('button', { name: 'Change to price_platinum' }).click();
  await expect(plan).toHaveText('Platinum');
  await expect(balance(page, 4000)).toBeVisible();

  dialog = await openPlans(page);
  await dialog.getByRole('button', { name: 'Manage subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(plan).toHaveText('Platinum');
  dialog = await openPlans(page);
  await expect(dialog.getByText(/^ends on /)).toBeVisible();
});

test('the plan changes when the webhook arrives after the customer’s return', async ({
  page,
  server,
  standIn,
}) => {
  await openShop(page, server.url, standIn);
  const dialog = await openPlans(page);
  await dialog.getByRole('button', { name: 'Subscribe' }).first().click();
  await subscribeAtProvider(page);
  await expect(page).toHaveURL((url) => url.pathname === '/profile');
  const plan = page.getByRole('banner').getByRole('button', { name: /^Plan: / });
  await expect(plan).toHaveText('Free');
  await standIn.deliver(webhookOf(server.url), { order: 'reversed' });
  await expectToast(page, 'Welcome to Plus!');
  await expect(plan).toHaveText('Plus');
});

test.describe('with the operator’s settings', () => {
  let stop = async () => {};
  test.afterEach(() => stop());
  const opened = async (settings: Record<string, string>, dataDir: string) => {
    const server = await startServer({ DEMO: '0', DATA_DIR: dataDir, ...settings });
    stop = server.stop;
    return server.url;
  };

  test('without a key the form shows an error and loads no script', async ({ page }, info) => {
    const url = await opened({}, info.outputPath('data'));
    await page.route('https://js.stripe.com/**', () => {
      throw new Error('The script was requested.');
    });
    await newMember(page, url);
    await page.goto(`${url}/leaderboard`);
    const dialog = await openDialog(page, 0);
    await expect(dialog.getByText("Credits aren't on sale here yet.")).toBeVisible();
    await page.getByRole('button', { name: 'Purchase Credits: Power Pack' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Payment system not configured. Please contact support.',
    );
    await expect(toasts(page)).toHaveCount(0);
  });

  test('without prices subscriptions are coming soon and packs are sold', async ({ page, standIn }, info) => {
    const url = await opened(settingsOf(standIn, {}), info.outputPath('data'));
    await openPayments(page, standIn);
    await newMember(page, url);
    await page.goto(`${url}/leaderboard`);
    const dialog = await openPlans(page);
    await dialog.getByRole('button', { name: 'Subscribe' }).first().click();
    await expectToast(page, 'Subscription coming soon!');
    await expect(dialog).toHaveCount(0);
    await openDialog(page, 0);
    await choose(page, 'Power Pack');
  });
});

test('the card form takes the new colors when the system changes its theme', async ({
  page,
  server,
  standIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openShop(page, server.url, standIn);
  await openDialog(page, 0);
  await choose(page, 'Power Pack');
  const colorOf = (at: Locator) => at.evaluate((element) => getComputedStyle(element).color);
  const inDark = await colorOf(page.getByLabel('Card number'));
  await page.getByLabel('Card number').fill('4242');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => colorOf(page.getByLabel('Card number'))).not.toBe(inDark);
  await expect(page.getByLabel('Card number')).toHaveValue('4242');
});

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    test.use({
      viewport: { width, height: 844 },
      // An element that is still fading in has too little contrast.
      contextOptions: { reducedMotion: 'reduce' },
    });
    test.setTimeout(360_000);

    test('the purchase is accessible in both themes', async ({ page, server, standIn }) => {
      await openShop(page, server.url, standIn);
      const dialog = await openDialog(page, 0);
      await choose(page, 'Power Pack');
      await expectAccessible(page, page.getByLabel('Card number'));
      await typeCard(page, '4000 0000 0000 0002');
      await page.getByRole('button', { name: 'Pay $9.99' }).click();
      await expectAccessible(page, dialog.getByRole('alert'));
      await typeCard(page);
      await page.getByRole('button', { name: 'Pay $9.99' }).click();
      await expectAccessible(page, dialog.getByText('Credits purchased!'));
      await dialog.getByRole('tab', { name: 'Subscriptions' }).click();
      await expectAccessible(page, dialog.getByText('Recurring monthly subscription • Cancel anytime'));
      await page.goto('/profile?view=credits');
      await expectAccessible(page, history(page));
    });
  });
}

async function openShop(page: Page, url: string, standIn: StandIn) {
  await openPayments(page, standIn);
  const member = await newMember(page, url);
  await page.goto('/leaderboard');
  await expect(balance(page, 0)).toBeVisible();
  return member;
}

async function openDialog(page: Page, credits: number) {
  await balance(page, credits).click();
  return page.getByRole('dialog', { name: 'Get Credits & Unlock Features' });
}

async function openPlans(page: Page) {
  // 'Upgrade' is not there for every plan; the plan's badge is.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Plan: / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Get Credits & Unlock Features' });
  await expect(dialog.getByText('Recurring monthly subscription • Cancel anytime')).toBeVisible();
  return dialog;
}

async function subscribeAtProvider(page: Page): Promise<void> {
  await page.waitForURL('**/hosted/checkout/**');
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

async function choose(page: Page, pack: string, expectForm = true): Promise<void> {
  await page.getByRole('button', { name: `Purchase Credits: ${pack}` }).click();
  if (expectForm) await expect(page.getByLabel('Card number')).toBeVisible();
}

/** The balance in the header; an open dialog hides it from screen readers. */
const balance = (page: Page, credits: number) =>
  page.locator('header').getByRole('button', {
    name: new RegExp(`^${credits.toLocaleString('en')}\\s*credits$`),
    includeHidden: true,
  });

const history = (page: Page) => page.getByRole('region', { name: 'Credits' }).getByRole('listitem');

/** An open dialog hides them from the accessibility tree; a live region announces them. */
const toasts = (page: Page) =>
  page
    .getByRole('region', { name: /Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true });

async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expect(toasts(page)).toContainText(title);
  if (text) await expect(toasts(page)).toContainText(text);
}
