import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The password of every demo account. */
export const demoPassword = 'ovation-demo';

/** Logs a demo account in by the page's own form. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Welcome back!');
}

/** The token of a new session of a demo account, for calls beside the page. */
export async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post('/auth/login', { data: { email, password: demoPassword } });
  return (await answer.json()).authToken;
}

export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  // By element and not by role: an open dialog hides what is behind it from roles.
  const toast = page.locator('li').filter({ hasText: title });
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (text) await expect(toast.getByText(text)).toBeVisible();
}
