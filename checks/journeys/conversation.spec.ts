import type { Browser, Page } from '@playwright/test';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { expectAccessible } from './lib/accessible.ts';
import { expect, test } from './lib/fixtures.ts';
import { headersOf, signIn } from './lib/people.ts';

test('people talk about a request: a mention, a mark, a report that an admin follows, words that wait', async ({
  page: writer,
  browser,
  baseURL,
}) => {
  const requests: SongRequest[] = await (await writer.request.get('/requests')).json();
  const { id } = requests.find(({ status }) => status === 'open')!;
  // Backers can be mentioned.
  const headers = await headersOf(writer.request, 'premium@demo.example');
  expect((await writer.request.post(`/requests/${id}/votes`, { headers })).ok()).toBe(true);
  const { username } = await (await writer.request.get('/auth/me', { headers })).json();
  const reader = await newPage(browser, baseURL);
  const admin = await newPage(browser, baseURL);
  for (const [page, email] of [
    [writer, 'premium@demo.example'],
    [reader, 'platinum@demo.example'],
    [admin, 'admin@demo.example'],
  ] as const)
    await signIn(page, email);
  for (const page of [writer, reader]) await page.goto(`/leaderboard/${id}`);

  await say(writer, 'Strings in the bridge, please.');
  await said(reader, 'Strings in the bridge, please.').getByRole('button', { name: 'Answer' }).click();
  await reader.getByRole('textbox', { name: `Answer ${username}` }).fill(`@${username}, and a cello.`);
  await reader.keyboard.press('Control+Enter');
  await expect(said(writer, 'and a cello.').locator('b')).toHaveText(`@${username}`);
  await said(reader, 'Strings in the bridge').getByRole('button', { name: 'Helpful' }).click();
  const marked = said(reader, 'Strings in the bridge').getByRole('button', { name: 'Helpful 1' });
  await expect(marked).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(reader, marked, { within: talk(reader) });

  await say(writer, 'Who wants a drum machine has no ears.');
  await said(reader, 'no ears')
    .getByRole('button', { name: `More about the comment of ${username}` })
    .click();
  await reader.getByRole('menuitem', { name: 'Report' }).click();
  await reader.getByRole('dialog').getByLabel('Reason').fill('Rude to drummers');
  await reader.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(reader.getByRole('dialog')).toHaveCount(0);
  await say(reader, 'What a fucking bridge');
  await expect(said(reader, 'bridge').getByText('Waits for review')).toBeVisible();

  await admin.goto('/create?view=comments');
  const toReview = (text: string) => admin.getByRole('listitem').filter({ hasText: text });
  await expect(toReview('no ears').getByText('Reported: Rude to drummers')).toBeVisible();
  await expectAccessible(admin, toReview('no ears'));
  await toReview('no ears').getByRole('button', { name: 'Hide' }).click();
  // Its writer sees that it is hidden, others no longer see it; nobody loads the page again.
  await expect(said(writer, 'no ears').getByText('Hidden')).toBeVisible();
  await expect(said(reader, 'no ears')).toHaveCount(0);
  await expect(said(writer, 'fucking')).toHaveCount(0);
  await toReview('fucking').getByRole('button', { name: 'Show' }).click();
  await expect(said(writer, 'fucking')).toBeVisible();
  await expect(admin.getByText('No comment waits for you.')).toBeVisible();

  await expect(async () => {
    await writer.reload();
    await writer.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click({ timeout: 3000 });
  }).toPass();
  await expect(writer.getByRole('link', { name: /comment/i }).first()).toBeVisible();
  for (const page of [reader, admin]) await page.context().close();
});

const newPage = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage();

const talk = (page: Page) => page.getByRole('region', { name: /^Conversation/ });
const said = (page: Page, text: string) => talk(page).getByRole('article').filter({ hasText: text });

async function say(page: Page, text: string): Promise<void> {
  await talk(page).getByRole('textbox', { name: 'Say something' }).fill(text);
  await talk(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(said(page, text)).toBeVisible();
}
