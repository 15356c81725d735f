import { artistPath } from 'contract/text/slugs.ts';
import { expectAccessible } from './lib/accessible.ts';
import { expect, test } from './lib/fixtures.ts';
import { signIn, tokenOf } from './lib/people.ts';

// Each test runs axe on ten or more pages, in both themes.
test.setTimeout(900_000);

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    const phone = width < 768;
    test.use({
      viewport: { width, height: phone ? 844 : 900 },
      hasTouch: phone,
      isMobile: phone,
      // An element that is still fading in has too little contrast.
      contextOptions: { reducedMotion: 'reduce' },
    });

    test('the pages of a visitor are accessible', async ({ page, tracks }) => {
      await page.goto('/');
      await expectAccessible(page, page.getByRole('heading', { name: 'New Releases' }));

      await page.getByRole('button', { name: 'Account menu' }).click();
      const menu = page.getByRole('menu');
      await expectAccessible(page, menu, { within: menu });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);

      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('?');
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expectAccessible(page, shortcuts, { within: shortcuts });
      await page.keyboard.press('Escape');

      await page
        .getByRole('button', { name: `Play ${tracks[0]!.title}` })
        .first()
        .click();
      const player = page.getByRole('region', { name: 'Player' });
      await expectAccessible(page, player, { within: player });
      await page.getByRole('button', { name: 'Open the player' }).click();
      const view = page.getByRole('dialog', { name: tracks[0]!.title });
      await expectAccessible(page, view, { within: view });
      if (!phone) {
        await view.getByRole('tab', { name: 'Liner notes' }).click();
        await expectAccessible(page, view.getByRole('heading', { name: 'The music' }), { within: view });
        await page.keyboard.press('Escape');
        await expect(view).toBeHidden();
        await page.getByRole('button', { name: 'Mute' }).hover();
        const tooltip = page.getByRole('tooltip');
        await expectAccessible(page, tooltip, { within: tooltip });
      }

      await page.goto('/?section=popular');
      await expectAccessible(page, page.getByRole('heading', { level: 1, name: 'Most Popular' }));
      const more = page.getByRole('button', { name: `More for ${tracks[0]!.title}` }).first();
      await more.focus();
      await more.press('Enter');
      await expectAccessible(page, page.getByRole('menuitem', { name: 'Add to queue' }), { within: menu });
      await page.getByRole('menuitem', { name: 'Add to queue' }).press('Enter');
      if (phone) await page.getByRole('button', { name: 'Open the player' }).click();
      await page.getByRole('button', { name: 'Queue', exact: true }).last().click();
      await page.getByRole('button', { name: 'Playback settings' }).last().click();
      const queue = page.getByRole(phone ? 'dialog' : 'complementary', { name: 'Queue' });
      await expectAccessible(page, queue, { within: queue });
      await page.goto(`/tracks/${tracks[1]!.id}`);
      await expectAccessible(page, page.getByRole('region', { name: 'More like this' }));
      await page.goto('/?q=no+such+song');
      await expectAccessible(page, page.getByText('No tracks found for "no such song"'));
      await page.goto('/leaderboard');
      await expectAccessible(page, page.getByRole('heading', { level: 1 }));
      await page.goto('/nope');
      await expectAccessible(page, page.getByRole('heading', { name: 'Page Not Found' }));
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expectAccessible(page, page.getByText('Please enter your name.'));
    });

    test('the pages to share and the search are accessible', async ({ page, tracks }) => {
      const { id, title, display_artist } = tracks[0]!;
      for (const path of ['/charts?chart=all', '/genres', '/genres/jazz', artistPath(display_artist)]) {
        await page.goto(path);
        await expectAccessible(
          page,
          page.locator('main:not(:has([aria-busy=true]))').getByRole('heading', { level: 1 }),
        );
      }
      await page.keyboard.press('Control+k');
      const field = page.locator('main').getByRole('searchbox');
      await expectAccessible(page, page.getByRole('region', { name: 'Popular now' }));
      for (const [q, shown] of [
        [title, 'Top result'],
        ['jaz', 'Top result'],
        ['accordian waltz', 'Not made yet? Ask for it.'],
      ] as const) {
        await field.fill(q);
        await expect(page).toHaveURL((url) => url.searchParams.get('q') === q);
        await expect(page.getByRole('region', { name: shown })).toBeVisible();
        // What was found before fades while more is on its way.
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        const fading = () => page.evaluate(() => document.getAnimations().length);
        await expect.poll(fading).toBe(0);
        await expectAccessible(page, page.getByRole('region', { name: shown }));
      }

      await page.goto(`/tracks/${id}`);
      // On phones the system's own sheet shares, from the song's menu.
      const place = page.getByRole('button', { name: phone ? `More for ${title}` : `Share ${title}` });
      await place.first().click();
      await expectAccessible(page, page.getByRole('menu'));
      if (!phone) {
        await page.getByRole('menuitem', { name: 'Embed or QR code…' }).click();
        await expectAccessible(page, page.getByRole('dialog').getByRole('img'));
      }
      await page.goto('/tracks/no-such-track');
      await expectAccessible(page, page.getByRole('heading', { level: 1 }));
      await page.goto(`/embed/tracks/${id}`);
      await expectAccessible(page, page.getByRole('button', { name: /^Play/ }));
    });

    test('the board and the request dialog are accessible', async ({ page }) => {
      await page.goto('/leaderboard?page=2');
      await expectAccessible(page, page.getByRole('article').nth(9));
      await signIn(page, 'premium@demo.example');
      await page.goto('/leaderboard');
      await expectAccessible(page, page.getByText('Goal Reached!'));
      await page.getByRole('button', { name: 'Request Song' }).click();
      const dialog = page.getByRole('dialog', { name: 'Request AI-Generated Music' });
      await dialog.getByLabel('Song name').fill('velvet static');
      const near = dialog.getByRole('button', { name: /^Vote ?10 ?credits ?, Velvet Static/ });
      await expect(near).toBeVisible();
      await dialog.getByRole('button', { name: 'All genres' }).click();
      if (phone) await expect(dialog.getByRole('tree')).toBeInViewport({ ratio: 1 });
      await dialog.getByRole('treeitem', { name: 'Jazz' }).click();
      await dialog.getByRole('treeitem', { name: 'Bebop' }).click();
      await expectAccessible(page, near);
    });

    test('the admin pages, track dialogs and notifications are accessible', async ({ page, tracks }) => {
      const { title, id: track_id } = tracks[0]!;
      const token = await tokenOf(page.request, 'admin@demo.example');
      const headers = { authorization: `Bearer ${token}` };
      const post = async (path: string, data: object) =>
        (await page.request.post(path, { headers, data })).json();
      await post('/report', { track_id, reason: 'A loud click at 1:02.' });
      const hidden = {
        display_artist: 'Nobody Yet',
        genre: 'pop',
        duration_seconds: 61,
        audio_url: 'https://elsewhere.example/a.mp3',
        release_date: '2999-01-02T18:00:00Z',
      };
      await post('/track', { ...hidden, title: 'Some Day' });
      const { id: deleted } = await post('/track', { ...hidden, title: 'No More' });
      await page.request.delete(`/track/${deleted}`, { headers });
      const request = { title: `Declined at ${width}`, artist: 'Nobody Yet', genre: 'pop' };
      const { id: declined } = await post('/requests', request);
      await page.request.delete(`/requests/${declined}?reason=Too%20long`, { headers });

      await signIn(page, 'admin@demo.example');
      await page.goto('/create?view=queue');
      const make = page.getByRole('button', { name: 'Create this song' }).first();
      await expectAccessible(page, make);
      await page
        .getByRole('button', { name: /^Decline / })
        .first()
        .click();
      const decline = page.getByRole('dialog', { name: 'Decline this request?' });
      await decline.getByLabel('Reason').fill('Too long');
      await expectAccessible(page, decline);
      await page.keyboard.press('Escape');
      await make.click();
      await expectAccessible(page, page.getByRole('region', { name: 'The request' }));

      await page.goto('/create?view=tracks');
      await expectAccessible(page, page.getByText(/^Scheduled for/));
      await page.getByLabel('State').selectOption('deleted');
      await expectAccessible(page, page.getByRole('button', { name: 'Restore No More' }));
      await page.getByLabel('State').selectOption('live');
      await page.getByRole('button', { name: `Edit ${title}` }).click();
      const edit = page.getByRole('dialog', { name: 'Edit track' });
      await edit.getByText('Lyrics, provenance and release').click();
      await edit.getByLabel('Title').fill('');
      await edit.getByRole('button', { name: 'Save' }).click();
      await expectAccessible(page, edit.getByText('Title is required'));

      await page.goto('/create?view=reports');
      await expectAccessible(page, page.getByText('A loud click at 1:02.'));
      await page.getByLabel('State').selectOption('resolved');
      await expectAccessible(page, page.getByText('No resolved reports'));
      await page.goto('/create?view=log');
      await expectAccessible(page, page.getByText(/^What admins did/));
      await page.goto('/create?view=operation');
      await expectAccessible(page, page.getByRole('region', { name: 'Storage' }));
      await page.goto('/create?view=invitations');
      await page.getByRole('button', { name: 'New invitation' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      await expectAccessible(page, page.getByRole('dialog', { name: 'Your invitation' }));
      await page.goto('/create?view=members');
      await page.getByRole('button', { name: 'Manage' }).first().click();
      await expectAccessible(page, page.getByRole('button', { name: 'Log out everywhere' }));

      await page.goto('/?section=popular');
      const more = page.getByRole('button', { name: `More for ${title}` });
      const choose = async (entry: string) => {
        await more.press('Enter');
        await page.getByRole('menuitem', { name: entry }).press('Enter');
      };
      await choose('Details');
      const details = page.getByRole('dialog', { name: title });
      await expectAccessible(page, details.getByText('AI-generated by'));
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
      // A menu that opens before the focus is back would close again.
      await expect(more).toBeFocused();
      await choose('Report');
      const report = page.getByRole('dialog', { name: 'Report a track' });
      await report.getByRole('button', { name: 'Report' }).click();
      await expectAccessible(page, report.getByText('Please describe what is wrong.'));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      const notifications = page.getByRole('dialog', { name: 'Notifications' });
      await expectAccessible(page, notifications.getByText(request.title));
    });

    test('a failed load is accessible', async ({ page }) => {
      await page.route('**/explore', (route) => route.fulfill({ status: 503, json: {} }));
      await page.goto('/leaderboard');
      await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
      await expectAccessible(page, page.getByText('Failed to load tracks'));
    });

    test('the pages of a member are accessible', async ({ page, tracks }) => {
      await page.goto('/login');
      await page.getByLabel('Email').fill('admin@demo.example');
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Log In' }).click();
      await expectAccessible(page, page.getByRole('listitem').filter({ hasText: 'Login failed' }));
      await page.getByLabel('Password').fill('ovation-demo');
      await page.getByRole('button', { name: 'Log In' }).click();
      await expectAccessible(page, page.getByRole('listitem').filter({ hasText: 'Welcome back!' }));

      await page.getByRole('button', { name: /^Account menu of/ }).click();
      await expectAccessible(page, page.getByRole('menuitem', { name: 'Sign Out' }));
      for (const path of ['/library', '/playlists', '/create']) {
        await page.goto(path);
        await expectAccessible(page, page.getByRole('heading', { level: 1 }));
      }

      await page.goto('/?section=popular');
      const add = async () => {
        const name = phone ? `More for ${tracks[0]!.title}` : `Add to playlist: ${tracks[0]!.title}`;
        const button = page.getByRole('button', { name });
        await button.focus();
        await button.press('Enter');
        if (phone) await page.getByRole('menuitem', { name: 'Add to playlist' }).press('Enter');
      };
      await add();
      await expectAccessible(page, page.getByRole('button', { name: 'Create a playlist first' }));
      await page.goto('/playlists');
      await page.getByRole('button', { name: 'Create Playlist' }).click();
      const create = page.getByRole('dialog', { name: 'Create Playlist' });
      await create.getByLabel('Name').fill('Seen by axe');
      await expectAccessible(page, create);
      await create.getByRole('button', { name: 'Create' }).click();
      await expectAccessible(page, page.getByText('No tracks yet'));
      await page.goto('/?section=popular');
      await add();
      await page.getByRole('dialog').getByRole('button', { name: 'Seen by axe' }).click();
      await expectAccessible(page, page.getByText('Added to playlist'));
      await page.goto('/playlists');
      await expectAccessible(page, page.getByRole('heading', { name: 'Seen by axe' }));
      await page.getByRole('link', { name: /Seen by axe/ }).click();
      await expectAccessible(
        page,
        page.getByRole('button', { name: `Move ${tracks[0]!.title}`, exact: true }),
      );
      await page.getByRole('button', { name: 'Edit playlist' }).click();
      await expectAccessible(page, page.getByRole('dialog', { name: 'Edit playlist' }));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete playlist' }).click();
      await expectAccessible(page, page.getByRole('button', { name: 'Undo' }));

      await page.getByRole('button', { name: 'Credits' }).click();
      await expectAccessible(page, page.getByRole('tab', { name: 'Credit Packages' }));
      await page.getByRole('tab', { name: 'Subscriptions' }).click();
      await expectAccessible(page, page.getByText('Recurring monthly subscription'));
      await page.keyboard.press('Escape');

      await page.goto('/profile');
      await expectAccessible(page, page.getByText(/^(Requested|Voted for) /));
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Profile' });
      await edit.getByLabel('Username').fill('!');
      await edit.getByRole('button', { name: 'Save' }).click();
      await expectAccessible(page, edit.getByText('Please use 3 to 30 letters'));
      await page.keyboard.press('Escape');
      await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Requests' }).click();
      await expectAccessible(page, page.getByRole('region', { name: 'My votes' }));
      await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expectAccessible(page, page.getByRole('dialog', { name: 'Turn on two-factor authentication' }));
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Downloads & data' }).click();
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await expectAccessible(page, page.getByRole('dialog', { name: 'Delete my account' }));
    });
  });
}
