import { expect, test } from './lib/fixtures.ts';

test.use({ settings: { DEMO: '0' } });

test('the page opens and has a title', async ({ page }) => {
  const response = await page.goto('/');
  expect(response!.status()).toBe(200);
  await expect(page).toHaveTitle(/Ovation/);
});
