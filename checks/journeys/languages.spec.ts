import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { genres } from 'contract/genres.ts';
import { languages } from 'contract/languages.ts';
import type { Values } from 'contract/text/messages.ts';
import { mailServer } from '../../server/platform/mail/testing/mail-server.ts';
import { say as sayIn } from '../../server/platform/text/say.ts';
import { test as base, expect, type RunningServer } from './lib/fixtures.ts';
import { demoPassword, headersOf, signIn } from './lib/people.ts';

const test = base.extend<object, { mail: Awaited<ReturnType<typeof mailServer>> }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern.
    async ({}, use) => {
      const mail = await mailServer();
      await use(mail);
      mail.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mail }, use) => {
      const languages = { SITE_LANGUAGES: 'en,de,ja,ar' };
      await use({ ...languages, SMTP_URL: mail.url, SMTP_FROM: 'songs@ovation.example' });
    },
    { scope: 'worker' },
  ],
});

for (const [language, locale, name, title] of [
  ['de', 'de-AT', 'Grete Müßig', 'Föhn über Bregenz'],
  ['ja', 'ja-JP', '小林さくら', '雨の駅'],
  ['ar', 'ar-EG', 'ليلى حسن', 'مطر على النيل'],
] as const)
  test.describe(`in ${language}`, () => {
    test.use({ locale });
    const say = (message: string, values?: Values) => sayIn(language, message, values);

    test('a newcomer signs up, meets an error, searches and gets a mail', async ({ page, mail }) => {
      expect(say('Sign Up')).not.toBe('Sign Up');
      const email = `newcomer-${language}@people.example`;
      await page.goto('/');
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', language);
      await expect(html).toHaveAttribute('dir', languages[language].dir);
      await page
        .getByRole('banner')
        .getByRole('link', { name: say('Sign Up') })
        .click();
      await page.getByLabel(say('Name')).fill(name);
      await page.getByLabel(say('Email')).fill(email);
      const password = page.getByLabel(say('Password'), { exact: true });
      await password.fill('short');
      await page.keyboard.press('Enter');
      const tooShort = say('Please use at least {minimum, plural, other {# characters}}.', { minimum: 6 });
      await expect(page.getByText(tooShort)).toBeVisible();
      await password.fill(demoPassword);
      await page.keyboard.press('Enter');
      await expect(page.getByText(say('Account created!'), { exact: true }).first()).toBeVisible();
      const subject = say('Confirm your email address for {site}', { site: 'Ovation' });
      await expect.poll(() => subjects(mail.received())).toContain(subject);

      await page.goto('/?q=no+such+song');
      await expect(
        page.getByText(say('No tracks found for "{q}"', { q: 'no such song' })).first(),
      ).toBeVisible();

      await page.goto('/login');
      await page.evaluate(() => localStorage.removeItem('ovation.token'));
      await page.goto('/login');
      await page.getByLabel(say('Email')).fill(email);
      await page.getByLabel(say('Password'), { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      const refusal = say('Failed to log in. Please check your credentials.');
      await expect(page.getByText(refusal).first()).toBeVisible();
    });

    test('a member votes, requests a song and takes the language along', async ({
      page,
      browser,
      server,
    }) => {
      // The member has the language of the test before.
      const headers = await headersOf(page.request, 'premium@demo.example');
      await page.request.patch('/auth/me', { headers, data: { language } });
      await signIn(page, 'premium@demo.example');
      await page.goto('/leaderboard');
      await page.getByRole('article').nth(2).getByRole('button').first().click();
      await expect(page.getByText(say('Vote added!')).first()).toBeVisible();

      await page
        .getByRole('button', { name: say('Request Song') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say('Song name')).fill(title);
      await dialog.getByLabel(say('Artist name')).fill(name);
      await dialog.getByRole('button', { name: 'Indie Rock' }).click();
      await dialog.getByRole('button', { name: say('Submit Request') }).click();
      await expect(page.getByText(say('Request created!')).first()).toBeVisible();

      const choose = async (from: string, to: string) => {
        await page.getByLabel(sayIn(from, 'Language')).first().selectOption(to);
        await expect(page.locator('html')).toHaveAttribute('lang', to);
      };
      await page.goto('/profile/settings');
      await choose(language, 'en');
      await choose('en', language);

      // In a browser of another language, the member's own comes with the login.
      const context = await browser.newContext({ locale: 'en-US', baseURL: server.url });
      const other = await context.newPage();
      await signIn(other, 'premium@demo.example');
      await other.goto('/');
      await expect(other.locator('html')).toHaveAttribute('lang', language);
      await context.close();
    });
  });

test.describe('in the pseudo-locale', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('every text is translated, and nothing is cut or scrolls sideways at 360 px', async ({
    page,
    tracks,
    server,
  }) => {
    await page.goto('/?lang=en-XA');
    const requests: { id: string; status: string }[] = await (await page.request.get('/requests')).json();
    const views = [
      '/',
      '/?q=ocean',
      '/?section=new',
      '/leaderboard',
      '/charts',
      '/genres/jazz',
      '/nope',
      '/login',
      '/signup',
    ];
    const subjects = [
      `/tracks/${tracks[0]!.id}`,
      ...new Map(requests.map(({ status, id }) => [status, `/leaderboard/${id}`])).values(),
    ];
    const data = storedTexts(server);
    const faults: string[] = [];
    const visit = async (path: string) => {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=en-XA`);
      await expect(page.getByRole('main').first(), path).toBeVisible({ timeout: 10_000 });
      await page.waitForLoadState('networkidle');
      for (const fault of await faultsOfPage(page, data)) faults.push(`${path}: ${fault}`);
    };
    for (const path of [...views, ...subjects]) await visit(path);
    await signIn(page, 'admin@demo.example');
    const own = [
      '/',
      '/library',
      '/playlists',
      '/profile',
      '/profile?view=requests',
      '/profile?view=credits',
    ];
    for (const path of [...own, '/profile/settings', '/following', '/create', '/create?view=queue', '/admin'])
      await visit(path);
    expect(faults).toEqual([]);
  });
});

/** Genres stay as people know them, and the pseudo-locale has English dates and times. */
const genreNames = new Set([...genres, ...genres.flatMap(({ subs }) => subs)].map(({ label }) => label));
const STAYS =
  /^(VIP|\d+ BPM.*|\d+ (minute|hour|day|week|month)s? ago|yesterday|last (week|month)|(January|February|March|April|May|June|July|August|September|October|November|December) \d+(, \d+)?)$/;

/** Texts that people and the demo wrote: everything in the database. */
function storedTexts({ dataDir }: RunningServer): string {
  const database = new DatabaseSync(`${dataDir}/ovation.db`, { readOnly: true });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'")
    .all();
  const texts = tables.flatMap(({ name }) => {
    try {
      return database
        .prepare(`select * from "${name}" limit 2000`)
        .all()
        .flatMap((row) => Object.values(row));
    } catch {
      return [];
    }
  });
  database.close();
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** Faults of a page in the pseudo-locale, whose texts stand in brackets: [like this]. */
async function faultsOfPage(page: Page, data: string): Promise<string[]> {
  const { width, texts, cut } = await page.evaluate(() => {
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement!;
      const text = walker.currentNode.textContent!.trim();
      if (
        !/\p{L}{3}/u.test(text) ||
        !shown(parent) ||
        parent.closest('script, style, kbd, option, [dir=auto], [lang]:not(html)')
      )
        continue;
      // A piece of a sentence has the accents; a value in it stands between the brackets.
      const before = document.createRange();
      before.setStart(parent.closest('p, li, h1, h2, h3, button, a, label, dd, dt, summary, div')!, 0);
      before.setEnd(walker.currentNode, 0);
      const [open, closed] = [/\[/g, /\]/g].map((bracket) => before.toString().match(bracket)?.length ?? 0);
      if (/[[\]\u0100-\u017f]/.test(text) || open! > closed!) continue;
      texts.push(text);
    }
    const cut = [...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3, [role=tab]')]
      .filter(
        (element) =>
          shown(element) &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 1 &&
          !element.classList.contains('sr-only'),
      )
      .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis')
      .map((element) => element.textContent!.trim().slice(0, 60));
    return { width: document.documentElement.scrollWidth, texts, cut };
  });
  return [
    ...(width > 360 ? [`is ${width} px wide`] : []),
    ...texts
      .filter((text) => !data.includes(text) && !STAYS.test(text) && !genreNames.has(text))
      .map((text) => `"${text}" is not translated`),
    ...cut.map((text) => `"${text}" is cut`),
  ];
}

/** The subjects of mails, decoded (RFC 2047). */
const subjects = (received: string) =>
  [...received.matchAll(/^Subject: (.*(?:\r?\n[ \t].*)*)/gm)].map(([, subject]) =>
    subject!
      .replace(/\r?\n[ \t]/g, ' ')
      .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=\s?/gi, (_, kind, text: string) =>
        kind.toUpperCase() === 'B'
          ? Buffer.from(text, 'base64').toString()
          : Buffer.from(
              text
                .replaceAll('_', ' ')
                .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
              'latin1',
            ).toString(),
      ),
  );
