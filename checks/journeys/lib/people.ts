import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The password of every demo account. */
export const demoPassword = 'ovation-demo';

/** Logs in to a demo account with the page's form. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Welcome back!');
}

/** Starts a session for a demo account and returns its token, for calls outside the page. */
export async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  const response = await request.post('/auth/login', { data: { email, password: demoPassword } });
  return (await response.json()).authToken;
}

/** Starts a session for a demo account and returns the headers of its calls. */
export const headersOf = async (request: APIRequestContext, email: string) => ({
  authorization: `Bearer ${await tokenOf(request, email)}`,
});

/** Requests a song as the demo's premium member; the platinum one lights all lamps but the last. */
export async function requestSong(
  request: APIRequestContext,
  data: { title: string; artist: string; genre: string; description?: string },
) {
  const premium = await headersOf(request, 'premium@demo.example');
  const platinum = await headersOf(request, 'platinum@demo.example');
  const { id } = await (await request.post('/requests', { headers: premium, data })).json();
  for (let lamp = 1; lamp < 30; lamp++)
    expect((await request.post(`/requests/${id}/votes`, { headers: platinum })).ok()).toBe(true);
  return { id, platinum };
}

/** Signs in to a demo account without the form; the next page that opens uses the session. */
export async function signIn(page: Page, email: string): Promise<void> {
  const token = await tokenOf(page.request, email);
  await page.goto('/login');
  await page.evaluate((token) => localStorage.setItem('ovation.token', token), token);
}

export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  // Located by element, because an open dialog hides everything behind it from roles.
  const toast = page.locator('li').filter({ hasText: title });
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (text) await expect(toast.getByText(text)).toBeVisible();
}
